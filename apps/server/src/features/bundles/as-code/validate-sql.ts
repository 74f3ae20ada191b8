import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDialect } from '@powerset/sql';
import { EngineError, embeddedDatabase, hasOwnGrammar, readScript, withDatabaseFile } from '../../../engines/index.ts';
import { isDocument } from '../../../metadata/index.ts';
import type { Asset } from './assets.ts';
import type { Finding } from './validate.ts';

interface Text {
  readonly file: string;
  readonly field: string;
  readonly sql: string;
  readonly dialect: string;
}

/** SQL that its own database's grammar cannot read. Templates are no SQL before they are filled in, and are passed over. */
export async function validateSql(assets: readonly Asset[], childEntry: string): Promise<readonly Finding[]> {
  const texts = assets.flatMap((asset) => textsOf(asset, assets)).filter(({ sql }) => !/\{[{%#]/.test(sql));
  const inGrammars = texts.filter(({ dialect }) => hasOwnGrammar(dialect));
  const findings: Finding[] = [];
  for (const text of inGrammars) {
    const reading = await readScript(text);
    if ('problem' in reading) findings.push(toFinding(text, reading.problem.message));
  }
  const embedded = texts.filter(({ dialect }) => dialect === embeddedDatabase.backend);
  return embedded.length === 0 ? findings : [...findings, ...(await readEmbedded(embedded, childEntry))];
}

async function readEmbedded(texts: readonly Text[], childEntry: string): Promise<readonly Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'powerset-validate-'));
  try {
    return await withDatabaseFile({ file: join(folder, 'empty.db'), childEntry }, async (engine) => {
      const findings: Finding[] = [];
      for (const text of texts)
        try {
          await engine.analyse(text.sql);
        } catch (error) {
          if (!(error instanceof EngineError)) throw error;
          findings.push(toFinding(text, error.message));
        }
      return findings;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function toFinding({ file, field }: Text, message: string): Finding {
  return { file, field, kind: 'broken SQL', text: message.split('\n')[0] ?? '' };
}

function textsOf({ kind, file, value }: Asset, assets: readonly Asset[]): readonly Text[] {
  if (kind !== 'datasets') return [];
  const database = assets.find(({ uuid }) => uuid === String(value.database_uuid).toLowerCase());
  const backend = /^[a-z0-9]+/.exec(String(database?.value.sqlalchemy_uri ?? ''))?.[0] ?? '';
  const dialect = findDialect(backend)?.name ?? backend;
  const own =
    typeof value.sql === 'string' && value.sql.trim() ? [{ file, field: 'sql', sql: value.sql, dialect }] : [];
  const expressions = (['columns', 'metrics'] as const).flatMap((list) => {
    const items: readonly unknown[] = Array.isArray(value[list]) ? value[list] : [];
    return items.flatMap((item, at) => {
      const expression = isDocument(item) ? item.expression : undefined;
      if (typeof expression !== 'string' || !expression.trim()) return [];
      return [{ file, field: `${list}.${at}.expression`, sql: `SELECT (\n${expression}\n) FROM t`, dialect }];
    });
  });
  return [...own, ...expressions];
}
