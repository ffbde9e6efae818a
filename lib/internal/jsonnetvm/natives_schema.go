package jsonnetvm

import (
	"fmt"

	"github.com/azogue-build/azogue/lib/internal/jsonschema"
)

// jsonschemaValidate tells whether a value fits a schema (spec N10). A schema that is
// wrong fails, a value that does not fit only gives the reason.
func jsonschemaValidate(_ *run, args []any) (any, error) {
	instance, err := fromJSON(args)
	if err != nil {
		return nil, err
	}
	schema, err := fromJSON(args[1:])
	if err != nil {
		return nil, fmt.Errorf("schema_obj: %w", err)
	}
	reason, err := jsonschema.Validate(instance, schema)
	if err != nil {
		return nil, err
	}
	return map[string]any{"valid": reason == "", "reason": untilNUL(reason)}, nil
}
