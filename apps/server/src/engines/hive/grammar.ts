import { hive } from '@powerset/sql';
import { createSparkLexer, sparkGrammar, sparkLexicon } from '../databricks/index.ts';
import { refusal } from '../remote/index.ts';
import { type ReadStatement, readStatements as readStatementsOf, type SqlGrammar } from '../warehouse/index.ts';

/** Hive reads `r'…'` as a name and a text that may end elsewhere: to both servers it is refused. */
const [, , ...texts] = sparkLexicon.texts;

const hiveGrammar: SqlGrammar = {
  ...sparkGrammar,
  readTokens: createSparkLexer({
    ...sparkLexicon,
    texts,
    refused: [
      ...sparkLexicon.refused,
      [/[rR](?=['"])/y, "Texts that are read as they stand (r'…') cannot be read here."],
    ],
  }),
  lexRules: hive.lexRules,
  closedFunctions: new RegExp(`${sparkGrammar.closedFunctions.source}|^(?:reflect2|in_file|current_conf)$`, 'i'),
};

export function readStatements(sql: string): readonly ReadStatement[] {
  // The server would put the value of a variable there before it reads the statement, in texts and comments too.
  if (sql.includes('${')) throw refusal('The signs ${ name a variable of the server. In a text, write them as $\\{.');
  return readStatementsOf(sql, hiveGrammar);
}
