import { deflateRawSync } from 'node:zlib';

type Field = readonly [name: string, type: 'int' | 'long' | 'string' | readonly Field[]];
type Row = Readonly<Record<string, unknown>>;

/** An Avro container with records of a few plain types, for tests. */
export function writeAvro(
  fields: readonly Field[],
  rows: readonly Row[],
  codec: 'null' | 'deflate' = 'deflate',
): Buffer {
  const schema = JSON.stringify(toSchema(fields, 'entry'));
  const sync = Buffer.alloc(16, 7);
  const data = Buffer.concat(rows.map((row) => toBytes(fields, row)));
  const block = codec === 'deflate' ? deflateRawSync(data) : data;
  const entries: readonly (readonly [string, string])[] = [
    ['avro.schema', schema],
    ['avro.codec', codec],
  ];
  return Buffer.concat([
    Buffer.from('Obj\u0001', 'latin1'),
    toLong(entries.length),
    ...entries.flatMap(([key, value]) => [toText(key), toText(value)]),
    toLong(0),
    sync,
    toLong(rows.length),
    toLong(block.length),
    block,
    sync,
  ]);
}

function toSchema(fields: readonly Field[], name: string): object {
  const typeOf = (own: string, type: Field[1]) => (typeof type === 'string' ? ['null', type] : toSchema(type, own));
  return {
    type: 'record',
    name,
    fields: fields.map(([own, type]) => ({ name: own, type: typeOf(`${name}_${own}`, type) })),
  };
}

function toBytes(fields: readonly Field[], row: Row): Buffer {
  return Buffer.concat(
    fields.map(([name, type]) => {
      const value = row[name];
      if (typeof type !== 'string') return toBytes(type, value as Row);
      if (value === undefined || value === null) return toLong(0);
      return Buffer.concat([toLong(1), type === 'string' ? toText(String(value)) : toLong(Number(value))]);
    }),
  );
}

function toText(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  return Buffer.concat([toLong(bytes.length), bytes]);
}

function toLong(value: number): Buffer {
  let rest = (BigInt(value) << 1n) ^ (BigInt(value) >> 63n);
  const bytes: number[] = [];
  do {
    const part = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? part | 0x80 : part);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

export interface WrittenFile {
  readonly path: string;
  /** 0 for rows, 1 for deleted positions, 2 for deleted values. */
  readonly content?: number;
  readonly status?: number;
  readonly format?: string;
}

/** One manifest. */
export function writeManifest(files: readonly WrittenFile[]): Buffer {
  const dataFile: readonly Field[] = [
    ['content', 'int'],
    ['file_path', 'string'],
    ['file_format', 'string'],
    ['file_size_in_bytes', 'long'],
  ];
  const rows = files.map(({ path, content = 0, status = 1, format = 'PARQUET' }) => ({
    status,
    data_file: { content, file_path: path, file_format: format, file_size_in_bytes: 400 },
  }));
  return writeAvro(
    [
      ['status', 'int'],
      ['data_file', dataFile],
    ],
    rows,
  );
}

export function writeManifestList(paths: readonly string[]): Buffer {
  return writeAvro(
    [
      ['manifest_path', 'string'],
      ['manifest_length', 'long'],
    ],
    paths.map((path) => ({ manifest_path: path })),
  );
}
