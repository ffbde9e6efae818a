package jsonnetvm

import (
	"encoding/base64"

	"github.com/azogue-build/azogue/lib/internal/deflate"
)

func gzipB64(_ *run, args []any) (any, error) {
	s, err := text(args, 0)
	if err != nil {
		return nil, err
	}
	return base64.StdEncoding.EncodeToString(deflate.Gzip([]byte(s))), nil
}
