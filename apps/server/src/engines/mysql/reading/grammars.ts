import { analyticalFunctions, dorisFunctions, starrocksFunctions } from './analytical-functions.ts';
import { isNativeFunction, isShapeFunction, listNativeFunctions } from './functions.ts';
import { type LexRules, usualLexRules } from './lex.ts';

/** What a server of the family reads otherwise than MySQL does. */
export interface Grammar {
  readonly lexRules: LexRules;
  /** Tables may be named with the catalog in which their schema lies. */
  readonly namesCatalogs: boolean;
  /** `FULL OUTER JOIN`, `LEFT SEMI JOIN` and `LEFT ANTI JOIN`. */
  readonly hasMoreJoins: boolean;
  /** Functions, in small letters, whose rows stand behind FROM as a table's: they say nothing but about their arguments. */
  readonly tableFunctions: ReadonlySet<string>;
  /** Those of `LATERAL VIEW explode(x) t AS c`, with how many columns they give. */
  readonly viewFunctions: ReadonlyMap<string, number>;
  /** Whether a function is the server's own, and reads nothing but its arguments. */
  readonly isNativeFunction: (name: string) => boolean;
  /** For completion. */
  readonly functionNames: readonly string[];
}

export const usualGrammar: Grammar = {
  lexRules: usualLexRules,
  namesCatalogs: false,
  hasMoreJoins: false,
  tableFunctions: new Set(),
  viewFunctions: new Map(),
  isNativeFunction,
  functionNames: listNativeFunctions(),
};

type Rows = Pick<Grammar, 'tableFunctions' | 'viewFunctions'>;

/** StarRocks and Apache Doris have lexers of one make, in Java. */
function analyticalGrammar(own: ReadonlySet<string>, rows: Rows): Grammar {
  return {
    lexRules: { isStrict: true, hasBrackets: true },
    namesCatalogs: true,
    hasMoreJoins: true,
    ...rows,
    isNativeFunction: (name) => {
      const low = name.toLowerCase();
      return analyticalFunctions.has(low) || own.has(low) || isShapeFunction(low);
    },
    functionNames: [...analyticalFunctions, ...own],
  };
}

export const starrocksGrammar = analyticalGrammar(starrocksFunctions, {
  tableFunctions: new Set(['unnest', 'unnest_bitmap']),
  viewFunctions: new Map(),
});

const doubled = (name: string, columns: number) => [name, `${name}_outer`].map((one) => [one, columns] as const);

export const dorisGrammar = analyticalGrammar(dorisFunctions, {
  tableFunctions: new Set(['unnest']),
  viewFunctions: new Map([
    ...[
      ...['explode', 'explode_split', 'explode_bitmap', 'explode_numbers', 'explode_variant_array'],
      ...[
        'explode_json_array_int',
        'explode_json_array_double',
        'explode_json_array_string',
        'explode_json_array_json',
      ],
    ].flatMap((name) => doubled(name, 1)),
    ...['posexplode', 'explode_map', 'explode_json_object'].flatMap((name) => doubled(name, 2)),
  ]),
});
