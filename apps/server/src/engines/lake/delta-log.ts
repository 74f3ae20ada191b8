import path from 'node:path';
import { mapInTurns } from '../../turns/index.ts';
import { quoteText } from '../duckdb/inspection.ts';
import type { LakeTable } from './grouping.ts';
import { type LakeObject, maxFilesOfTable, notRead } from './source.ts';
import type { ViewTools } from './view-tools.ts';

/** A file that counts at the moment that the log describes. */
export interface DeltaFile {
  /** As the log writes it: below the table's folder, encoded as a URL. */
  readonly path: string;
  readonly bytes: number;
  readonly hasDeletions: boolean;
  /** By the physical name of the column. */
  readonly partitionValues: Readonly<Record<string, string | null>>;
}

/** What a log says of its table, as much of it as is read; the shapes are those of the protocol. */
export interface DeltaSnapshot {
  readonly protocol: {
    readonly minReaderVersion?: number;
    readonly readerFeatures?: readonly string[] | null;
  };
  readonly metaData: {
    readonly schemaString?: string;
    readonly partitionColumns?: readonly string[] | null;
    readonly configuration?: Readonly<Record<string, string>> | null;
  };
  readonly files: readonly DeltaFile[];
}

interface LogParts {
  readonly checkpoint: { readonly version: number; readonly files: readonly LakeObject[] } | null;
  /** The commits that follow it, in their order. */
  readonly commits: readonly LakeObject[];
}

/** What a log says of them is read in about a millisecond. */
const filesAtOnce = 500;
const largestCommitBytes = 256 * 1024 * 1024;

/** Reads a log in the engine's own process: the latest checkpoint and the commits behind it. */
export async function readDeltaLog(table: LakeTable, tools: ViewTools): Promise<DeltaSnapshot> {
  const parts = partsOf(table);
  const bytes = parts.commits.reduce((sum, commit) => sum + commit.bytes, 0);
  if (bytes > largestCommitBytes) throw notRead(table.table, 'a log of more than 256 MB without a checkpoint');
  const actions = await actionsOf(parts, tools);
  const told = await tools.ask(
    `SELECT max_by(protocol::VARCHAR, v) FILTER (protocol IS NOT NULL), max_by(meta::VARCHAR, v) FILTER (meta IS NOT NULL) FROM (${actions})`,
  );
  const [protocol, metaData] = told.columns.map(({ values }) => values[0]);
  if (typeof protocol !== 'string' || typeof metaData !== 'string') throw incomplete(table);
  const files = await readFiles(actions, table, tools);
  // The protocol says what stands there; every field that is used is tested where it is used.
  return { protocol: JSON.parse(protocol), metaData: JSON.parse(metaData), files } as DeltaSnapshot;
}

function incomplete({ table }: LakeTable) {
  return notRead(table, 'a log that is not complete');
}

function partsOf(table: LakeTable): LogParts {
  const commits = new Map<number, LakeObject>();
  const checkpoints = new Map<number, { readonly parts: number; readonly files: LakeObject[] }>();
  for (const object of table.files) {
    const name = path.posix.basename(object.path);
    const commit = /^(\d{20})\.json$/.exec(name);
    const checkpoint = /^(\d{20})\.checkpoint(?:\.\d{10}\.(\d{10}))?\.parquet$/.exec(name);
    if (commit) commits.set(Number(commit[1]), object);
    if (!checkpoint) continue;
    const version = Number(checkpoint[1]);
    const known = checkpoints.get(version) ?? { parts: Number(checkpoint[2] ?? 1), files: [] };
    known.files.push(object);
    checkpoints.set(version, known);
  }
  const whole = [...checkpoints].filter(([, { parts, files }]) => files.length === parts).sort(([a], [b]) => b - a)[0];
  const start = whole ? whole[0] + 1 : 0;
  const following = [...commits].filter(([version]) => version >= start).sort(([a], [b]) => a - b);
  // One that is missing in between may have taken files away.
  if (following.some(([version], index) => version !== start + index)) throw incomplete(table);
  if (!whole && following.length === 0) throw incomplete(table);
  return {
    checkpoint: whole ? { version: whole[0], files: whole[1].files } : null,
    commits: following.map(([, object]) => object),
  };
}

/** A SELECT of all that happened: `v`, `added`, `removed`, `meta`, `protocol`. */
async function actionsOf({ checkpoint, commits }: LogParts, { bring }: ViewTools): Promise<string> {
  const list = async (objects: readonly LakeObject[]) => `[${(await bring(objects)).map(quoteText).join(', ')}]`;
  const parts: string[] = [];
  if (commits.length > 0)
    parts.push(
      `SELECT CAST(regexp_extract(filename, '(\\d{20})[^/]*\\.json$', 1) AS BIGINT) AS v, add AS added, remove AS removed,
         "metaData" AS meta, protocol
       FROM read_json(${await list(commits)}, format = 'newline_delimited', filename = true, maximum_object_size = 67108864,
         columns = {add: 'JSON', remove: 'JSON', metaData: 'JSON', protocol: 'JSON'})`,
    );
  if (checkpoint)
    parts.push(
      `SELECT ${checkpoint.version} AS v, CASE WHEN add IS NOT NULL THEN to_json(add) END, NULL,
         CASE WHEN "metaData" IS NOT NULL THEN to_json("metaData") END, CASE WHEN protocol IS NOT NULL THEN to_json(protocol) END
       FROM read_parquet(${await list(checkpoint.files)}, union_by_name = true, hive_partitioning = false)`,
    );
  return parts.join('\nUNION ALL ');
}

async function readFiles(actions: string, table: LakeTable, { ask }: ViewTools): Promise<readonly DeltaFile[]> {
  const found = await ask(
    `SELECT path, CAST(last->>'size' AS BIGINT), coalesce(last->>'deletionVector', '') <> '', coalesce((last->'partitionValues')::VARCHAR, '{}')
     FROM (SELECT coalesce(added->>'path', removed->>'path') AS path,
         max_by(coalesce(added, '{}'::JSON), v * 2 + CASE WHEN added IS NULL THEN 0 ELSE 1 END) AS last
       FROM (${actions}) WHERE added IS NOT NULL OR removed IS NOT NULL GROUP BY 1)
     WHERE last->>'path' IS NOT NULL ORDER BY 1 LIMIT ${maxFilesOfTable + 1}`,
  );
  if (found.rowCount > maxFilesOfTable) throw notRead(table.table, `more than ${maxFilesOfTable} files`);
  const [paths = [], sizes = [], deletions = [], partitions = []] = found.columns.map(({ values }) => values);
  return mapInTurns([...paths.keys()], filesAtOnce, (index) => ({
    path: String(paths[index]),
    bytes: Number(sizes[index] ?? 0),
    hasDeletions: deletions[index] === true,
    // The statement above writes an object of texts.
    partitionValues: JSON.parse(String(partitions[index])) as DeltaFile['partitionValues'],
  }));
}
