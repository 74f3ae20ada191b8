import { analyticalFunctions, dorisFunctions, starrocksFunctions } from './analytical-functions.ts';
import { isNativeFunction, isShapeFunction, listNativeFunctions } from './functions.ts';
import { type LexRules, usualLexRules } from './lex.ts';

/** What a server of the family reads otherwise than MySQL does. */
export interface Grammar {
  readonly lexRules: LexRules;
  /** `FULL OUTER JOIN`, `LEFT SEMI JOIN` and `LEFT ANTI JOIN`. */
  readonly hasMoreJoins: boolean;
  /** Whether a function is the server's own, and reads nothing but its arguments. */
  readonly isNativeFunction: (name: string) => boolean;
  /** For completion. */
  readonly functionNames: readonly string[];
}

export const usualGrammar: Grammar = {
  lexRules: usualLexRules,
  hasMoreJoins: false,
  isNativeFunction,
  functionNames: listNativeFunctions(),
};

/** StarRocks and Apache Doris have lexers of one make, in Java. */
function analyticalGrammar(own: ReadonlySet<string>): Grammar {
  return {
    lexRules: { isStrict: true, hasBrackets: true },
    hasMoreJoins: true,
    isNativeFunction: (name) => {
      const low = name.toLowerCase();
      return analyticalFunctions.has(low) || own.has(low) || isShapeFunction(low);
    },
    functionNames: [...analyticalFunctions, ...own],
  };
}

export const starrocksGrammar = analyticalGrammar(starrocksFunctions);
export const dorisGrammar = analyticalGrammar(dorisFunctions);
