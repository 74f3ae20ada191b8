import type { QueryFilter } from '@powerset/contract';
import { hasTemplate, QueryError, type TemplateScope } from '@powerset/query';
import type { User } from '../access/index.ts';
import { AppError, fieldError } from '../http/index.ts';
import { parseDocument } from '../metadata/index.ts';
import type { Services } from '../services.ts';
import type { PlainScope } from '../threads/index.ts';

export interface TemplateQuestion {
  readonly sql: string;
  /** The tab's parameters: an object, or its JSON text. */
  readonly parameters: Readonly<Record<string, unknown>> | string | null | undefined;
  readonly user: User;
  /** The query string of the page, for `url_param`. */
  readonly urlParams?: unknown;
  readonly dialect: string;
  /** What the macro `dataset` finds. */
  readonly datasets?: PlainScope['datasets'];
}

export type RenderServices = Pick<Services, 'config' | 'now' | 'textWork'>;

/**
 * Fills the gaps of a templated script; with the flag off a script is taken as it is. Parameters are the author's own and
 * become text; what macros give (the address, filters, who asks) is bound. What comes out is analysed and authorised
 * like anything that was written by hand.
 */
export async function renderSql(
  { config, now, textWork }: RenderServices,
  question: TemplateQuestion,
): Promise<string> {
  const { sql, user, dialect } = question;
  if (!config.featureFlags.ENABLE_TEMPLATE_PROCESSING) return sql;
  const { filters, typed, parameters } = readParameters(question.parameters);
  if (!hasTemplate(sql)) return sql;
  const request = {
    sql,
    dialect,
    fairnessKey: String(user.id),
    query: { filters: readFilters(filters) },
    bounds: { since: null, until: null },
    clock: { now: now() },
    scope: {
      user: toScopeUser(user),
      urlParams: readUrlParams(question.urlParams),
      parameters,
      typed,
      ...(question.datasets ? { datasets: question.datasets } : {}),
    },
  };
  return textWork.render(request).catch((error) => {
    throw error instanceof QueryError ? toAppError(error, parameters) : error;
  });
}

type ScopeQuestion = Pick<TemplateQuestion, 'parameters' | 'user' | 'urlParams'> & Pick<PlainScope, 'metrics'>;

/** What templates of a dataset and of its charts see besides the query; undefined where templates are off. */
export function templateScope({ config }: Pick<Services, 'config'>, question: ScopeQuestion): PlainScope | undefined {
  if (!config.featureFlags.ENABLE_TEMPLATE_PROCESSING) return undefined;
  const { typed, parameters } = readParameters(question.parameters);
  const { user, urlParams, metrics } = question;
  return {
    user: user.isAnonymous && !user.guest ? null : toScopeUser(user),
    urlParams: readUrlParams(urlParams),
    parameters,
    typed,
    ...(metrics ? { metrics } : {}),
  };
}

interface DatasetText extends Pick<TemplateQuestion, 'sql' | 'parameters' | 'dialect' | 'datasets'> {
  /** Who waits for it, where that is known: people take turns. */
  readonly askedBy?: User;
}

const nobody = { id: 0, username: '', email: '', roles: [] };

/**
 * A dataset's query as it reads for nobody in particular: without address, filters and times. Its columns are read from
 * this text, and its tables are what saving the dataset opens to others.
 */
export async function renderForNobody(
  { config, now, textWork }: RenderServices,
  { sql, parameters: given, dialect, askedBy, datasets }: DatasetText,
): Promise<string> {
  if (!config.featureFlags.ENABLE_TEMPLATE_PROCESSING) return sql;
  const { typed, parameters } = readParameters(given);
  if (!hasTemplate(sql)) return sql;
  const request = {
    sql,
    dialect,
    fairnessKey: askedBy ? String(askedBy.id) : 'datasets',
    query: {},
    bounds: { since: null, until: null },
    clock: { now: now() },
    // A list that nobody has filled is no SQL; with this it is, and holds for no row.
    emptyList: '(NULL)',
    scope: { user: nobody, urlParams: {}, parameters, typed, ...(datasets ? { datasets } : {}) },
  };
  return textWork.render(request).catch((error) => {
    throw error instanceof QueryError ? fieldError({ sql: [error.message] }) : error;
  });
}

function toScopeUser({ id, username, email, roles }: User): NonNullable<TemplateScope['user']> {
  return { id, username, email, roles: roles.map(({ name }) => name) };
}

type Parameters = Readonly<Record<string, unknown>>;

interface ReadParameters {
  readonly parameters: Parameters;
  /** Those that their author declared to be values of a type: they are bound. */
  readonly typed: readonly string[];
  /** Filters that the author tries a dashboard's macros with. */
  readonly filters: unknown;
}

export function readParameters(given: TemplateQuestion['parameters']): ReadParameters {
  const { _filters: filters, _parameters: declared, ...parameters } = readObject(given);
  const isDeclared = (name: string) => Object.hasOwn(Object(declared), name) && isTyped(Object(declared)[name]);
  return { parameters, filters, typed: Object.keys(parameters).filter(isDeclared) };
}

/** Text that stands in the query as it is was declared too, so that its author is asked for it in a field. */
function isTyped(declaration: unknown): boolean {
  if (typeof declaration !== 'object' || declaration === null || !('type' in declaration)) return false;
  return typeof declaration.type === 'string' && declaration.type !== 'sql';
}

function readObject(given: TemplateQuestion['parameters']): Parameters {
  if (!given) return {};
  if (typeof given === 'object') return given;
  const parameters = parseDocument(given);
  if (!parameters) throw new AppError('INVALID_TEMPLATE_PARAMS_ERROR');
  return parameters;
}

/** Filters that the author tries a dashboard's macros with; they are not kept anywhere. */
function readFilters(value: unknown): QueryFilter[] {
  if (!Array.isArray(value)) return [];
  const isFilter = (item: unknown) =>
    typeof item === 'object' && item !== null && 'col' in item && typeof item.col === 'string' && 'op' in item;
  // Each has the two fields that macros look at; its value is bound whatever it is.
  return value.filter(isFilter) as QueryFilter[];
}

function readUrlParams(query: unknown): Readonly<Record<string, string>> {
  if (typeof query !== 'object' || query === null) return {};
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(([name, value]) => [name, String(value)]),
  );
}

const hint =
  'Please check your template parameters for syntax errors and make sure they match across your SQL query and Set Parameters. Then, try running your query again.';

function toAppError(error: QueryError, parameters: Parameters): AppError {
  if (error.code !== 'MISSING_TEMPLATE_PARAMS_ERROR')
    return new AppError('INVALID_TEMPLATE_PARAMS_ERROR', { extra: { reason: error.message } });
  const missing = [...error.message.matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? '');
  const names = missing.map((name) => `"${name}"`).join(', ');
  const text =
    missing.length === 1
      ? `The parameter ${names} in your query is undefined.`
      : `The following parameters in your query are undefined: ${names}.`;
  return new AppError('MISSING_TEMPLATE_PARAMS_ERROR', {
    params: { message: `${text} ${hint}` },
    extra: { undefined_parameters: missing, template_parameters: parameters },
  });
}
