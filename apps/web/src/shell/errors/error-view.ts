import type { WireError } from '@powerset/contract';
import { goneWords } from './gone-words.ts';

type T = (text: string, values?: Readonly<Record<string, string | number>>) => string;

/** Kinds of errors that have a view of their own; all else is `other`. */
export type ErrorViewKind = 'timeout' | 'access' | 'parameters' | 'connection' | 'foreign' | 'gone' | 'other';

export interface ErrorFacts {
  readonly message: string;
  readonly errors: readonly WireError[];
  readonly reference?: string | null;
}

export interface ErrorSettings {
  /** Friendlier words by error type, as the administrator set them. */
  readonly messages: Readonly<Record<string, string>>;
  /** Where access can be asked for, when there is such a place. */
  readonly accessLink: string | null;
}

/** What is shown of an error: by its type where it is known, as a warning with everything that is known where not. */
export interface ErrorViewModel {
  readonly kind: ErrorViewKind;
  readonly title: string;
  readonly text: string;
  /** What else the server said: the driver's words, what the issue codes mean, the stack. */
  readonly details: string | undefined;
  readonly accessLink: string | null;
  readonly reference: string | null;
}

const kindOf: Readonly<Record<string, ErrorViewKind>> = {
  BACKEND_TIMEOUT_ERROR: 'timeout',
  FRONTEND_TIMEOUT_ERROR: 'timeout',
  SQLLAB_TIMEOUT_ERROR: 'timeout',
  CONNECTION_DATABASE_TIMEOUT: 'timeout',
  TABLE_SECURITY_ACCESS_ERROR: 'access',
  DATASOURCE_SECURITY_ACCESS_ERROR: 'access',
  DATABASE_SECURITY_ACCESS_ERROR: 'access',
  CHART_SECURITY_ACCESS_ERROR: 'access',
  DASHBOARD_SECURITY_ACCESS_ERROR: 'access',
  MISSING_TEMPLATE_PARAMS_ERROR: 'parameters',
  INVALID_TEMPLATE_PARAMS_ERROR: 'parameters',
  CONNECTION_INVALID_HOSTNAME_ERROR: 'connection',
  CONNECTION_PORT_CLOSED_ERROR: 'connection',
  CONNECTION_ACCESS_DENIED_ERROR: 'connection',
  CONNECTION_UNKNOWN_DATABASE_ERROR: 'connection',
  ENGINE_UNAVAILABLE_ERROR: 'connection',
  ENGINE_NOT_HERE_ERROR: 'foreign',
  COLUMN_DOES_NOT_EXIST_ERROR: 'gone',
  TABLE_DOES_NOT_EXIST_ERROR: 'gone',
  SCHEMA_DOES_NOT_EXIST_ERROR: 'gone',
  DATABASE_NOT_FOUND_ERROR: 'gone',
};

function titleOf(kind: ErrorViewKind, t: T): string {
  const titles: Readonly<Record<ErrorViewKind, string>> = {
    timeout: t('It took too long'),
    access: t('You do not have access'),
    parameters: t('Parameters of the query are missing or wrong'),
    connection: t('The database cannot be reached'),
    foreign: t('The database cannot be opened here'),
    gone: '',
    other: t('Unexpected error'),
  };
  return titles[kind];
}

function helpOf(kind: ErrorViewKind, t: T): string {
  const helps: Readonly<Record<ErrorViewKind, string>> = {
    timeout: t('A shorter time range, a coarser time grain or fewer dimensions would make it faster.'),
    access: t('Ask an owner or an administrator to let you see it.'),
    parameters: t('Set them in the parameters of the query, as JSON.'),
    connection: t('Check its connection in the list of databases, or ask an administrator to.'),
    foreign: '',
    gone: '',
    other: '',
  };
  return helps[kind];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function linkOf(value: unknown): string | null {
  const text = textOf(value);
  return /^(https?:|mailto:|\/(?!\/))/i.test(text) ? text : null;
}

function detailsOf({ message, error_type, extra = {} }: WireError, shown: string): string | undefined {
  // What is gone was not misspelt, as the codes of its type say in one breath.
  const codes = kindOf[error_type] === 'gone' ? [] : extra.issue_codes;
  const issues = (Array.isArray(codes) ? codes : []).map((issue) => textOf(issue?.message));
  const driver = textOf(extra.driver_message);
  const all = [message, driver, ...issues, textOf(extra.stacktrace)].filter((text) => text !== '' && text !== shown);
  return all.length > 0 ? [...new Set(all)].join('\n') : undefined;
}

/** Messages of the reference and of engines often end without a stop, and run into what is said after them. */
function asSentence(text: string): string {
  return text === '' || /[.!?:…]$/.test(text) ? text : `${text}.`;
}

/** Chooses the view of an error and its words. */
export function toErrorView({ message, errors, reference }: ErrorFacts, settings: ErrorSettings, t: T): ErrorViewModel {
  const [first] = errors;
  const kind = (first && kindOf[first.error_type]) ?? 'other';
  const own = first ? settings.messages[first.error_type] : undefined;
  const said = own ?? (first?.message || message);
  const gone = goneWords(first?.error_type, t);
  const help = own ? '' : (gone?.help ?? helpOf(kind, t));
  const text = help ? [asSentence(said), help].filter(Boolean).join(' ') : said;
  const link = linkOf(first?.extra?.link) ?? (kind === 'access' ? linkOf(settings.accessLink) : null);
  return {
    kind,
    title: gone?.title ?? titleOf(kind, t),
    text,
    details: first ? detailsOf(first, said) : undefined,
    accessLink: link,
    reference: reference ?? null,
  };
}
