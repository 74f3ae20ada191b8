import { BrokenRows } from './rows.ts';

export interface Question {
  /** One statement, without a format. */
  readonly sql: string;
  /** Chosen by the caller, so that it can be asked about and stopped. */
  readonly queryId: string;
  readonly database: string;
  readonly timeoutMs: number;
  /** The server may stop soon after so many rows. */
  readonly maxRows?: number;
  readonly mayWrite?: boolean;
  /** In which its rows come: as texts where none is named. */
  readonly format?: RowFormat;
  readonly signal: AbortSignal;
}

/** Texts, in which all releases write all types, or the server's own form, which is not read of every type. */
export type RowFormat = 'TabSeparatedWithNamesAndTypes' | 'Native';

export type Settings = Readonly<Record<string, string | number>>;

/** What a server is, and what may be asked of it beside a statement. */
export interface Server {
  readonly version: string;
  /** Its year and month, `2408`. */
  readonly release: number;
  /** The zone of times that name none. */
  readonly zone: string;
  /** Explains statements: its own tree, its plan. */
  readonly canExplain: boolean;
  /** Writes times in UTC, whatever their zone. */
  readonly writesUtc: boolean;
  readonly settingsFor: (bounds: Pick<Question, 'database' | 'timeoutMs' | 'maxRows' | 'mayWrite'>) => Settings;
}

/** The release that brought each of what differs, as year and month. */
const since = {
  explain: 2103,
  isoTimes: 2012,
  globalWith: 2012,
  sessionZone: 2306,
  decimalZeros: 2204,
  wideResults: 2301,
  endsWithClient: 2003,
} as const;

const aboutSql = "SELECT version(), timezone(), value FROM system.settings WHERE name = 'readonly' FORMAT TabSeparated";

export async function readServer(ask: (sql: string) => Promise<string>): Promise<Server> {
  const [version = '', zone = 'UTC', readOnly = '0'] = (await ask(aboutSql)).trimEnd().split('\t');
  const [year = 0, month = 0] = version.split('.').map(Number);
  if (!/^\d+\.\d+/.test(version)) throw new BrokenRows(version);
  const release = year * 100 + month;
  const has = (what: keyof typeof since) => release >= since[what];
  // Such an account may change no setting, not even to a narrower one: it is bounded by its own profile.
  const isFixed = readOnly === '1';
  const fixed = isFixed ? {} : toFixedSettings(has);
  return {
    version,
    release,
    zone: has('sessionZone') && !isFixed ? 'UTC' : zone,
    canExplain: has('explain'),
    writesUtc: has('isoTimes') && !isFixed,
    settingsFor: (bounds) => ({ database: bounds.database, ...(isFixed ? {} : { ...fixed, ...toBounds(bounds) }) }),
  };
}

type Has = (what: keyof typeof since) => boolean;

/** The same for every statement: how values are written and names are found, whatever the account's own settings are. */
function toFixedSettings(has: Has): Settings {
  return {
    ...(has('endsWithClient') ? { cancel_http_readonly_queries_on_client_close: 1 } : {}),
    // As many places as the type says: 1.50.
    ...(has('decimalZeros') ? { output_format_decimal_trailing_zeros: 1 } : {}),
    ...(has('isoTimes') ? { date_time_output_format: 'iso' } : {}),
    ...(has('globalWith') ? { enable_global_with_statement: 1 } : {}),
    // The month of a day in 1902 is one of 1902.
    ...(has('wideResults') ? { enable_extended_results_for_datetime_functions: 1 } : {}),
    ...(has('sessionZone') ? { session_timezone: 'UTC' } : {}),
  };
}

function toBounds({ timeoutMs, maxRows, mayWrite }: Pick<Question, 'timeoutMs' | 'maxRows' | 'mayWrite'>): Settings {
  return {
    // The caller's own clock is a little faster, and has better words.
    max_execution_time: Math.min(2_000_000_000, Math.ceil(timeoutMs / 1000) + 2),
    ...(maxRows === undefined ? {} : { max_result_rows: maxRows, result_overflow_mode: 'break' }),
    ...(mayWrite ? {} : { readonly: 1 }),
  };
}
