package jinja

// expr is an expression.
type expr interface {
	eval(f *frame) (any, error)
}

// stmt is a statement or a piece of output.
type stmt interface {
	exec(f *frame) error
}

// Expressions. Each knows the line it begins on where something can go wrong.
type (
	constant struct{ value any }
	nameRef  struct {
		name string
		line int
	}
	nsRef struct { // as a target only
		name, attr string
		line       int
	}
	tupleExpr  struct{ items []expr }
	listExpr   struct{ items []expr }
	dictExpr   struct{ keys, values []expr }
	binaryExpr struct {
		op   string
		l, r expr
		line int
	}
	unaryExpr struct {
		op   string
		x    expr
		line int
	}
	logicExpr struct {
		and  bool
		l, r expr
		line int
	}
	notExpr struct {
		x    expr
		line int
	}
	compareExpr struct {
		first expr
		ops   []string
		rest  []expr
		line  int
	}
	concatExpr struct {
		items []expr
		line  int
	}
	condExpr struct {
		test, then, els expr // els may be nil
		line            int
	}
	attrExpr struct {
		x    expr
		name string
		line int
	}
	itemExpr struct {
		x, index expr
		line     int
	}
	sliceExpr struct{ from, to, step expr } // each may be nil
	callExpr  struct {
		fn   expr
		args callArgs
		line int
	}
	filterExpr struct {
		x    expr // nil in a block, whose text it is applied to
		name string
		args callArgs
		line int
	}
	testExpr struct {
		x    expr
		name string
		args callArgs
		line int
	}
)

// callArgs are the arguments of a call as they are written.
type callArgs struct {
	args          []expr
	names         []string
	named         []expr
	rest, restMap expr // *rest, **restMap; each may be nil
}

// Statements.
type (
	textStmt  struct{ text string }
	printStmt struct {
		x    expr
		line int
	}
	setStmt struct {
		target, value expr
		line          int
	}
	setBlockStmt struct {
		target expr
		filter *filterExpr // may be nil
		body   []stmt
		line   int
	}
	forStmt struct {
		target, iter, test expr // test may be nil
		body, els          []stmt
		recursive, usesVar bool // usesVar: the body names loop
		line               int
	}
	ifStmt struct {
		tests  []expr
		bodies [][]stmt
		els    []stmt
		line   int
	}
	withStmt struct {
		targets, values []expr
		body            []stmt
	}
	macroStmt struct {
		name                   string
		params                 []string
		defaults               []expr // of the last params
		body                   []stmt
		caller, kwargs, varags bool // the body names them
		line                   int
	}
	callBlockStmt struct {
		macro *macroStmt
		call  *callExpr
	}
	filterBlockStmt struct {
		filter *filterExpr
		body   []stmt
		line   int
	}
	blockStmt struct {
		name             string
		scoped, required bool
		body             []stmt
		line             int
	}
	extendsStmt struct {
		template expr
		line     int
	}
	includeStmt struct {
		template                   expr
		ignoreMissing, withContext bool
		line                       int
	}
	importStmt struct {
		template    expr
		target      string // import as; empty for from
		names, as   []string
		withContext bool
		line        int
	}
	doStmt struct{ x expr }
)
