import { hasTemplate, QueryError, type TemplateParameter } from '@powerset/query';
import { AppError } from '../http/index.ts';
import { type RenderServices, readParameters, renderSql, type TemplateQuestion } from './render-sql.ts';

export interface FilledTemplate {
  readonly parameters: readonly TemplateParameter[];
  /** The text as it would run; null while something is missing or wrong. */
  readonly rendered: string | null;
  /** Parameters without a value. */
  readonly missing: readonly string[];
  readonly problem: string | null;
}

/** What a template asks for, and how it reads with what it was given so far: of one that is being written nothing is an error. */
export async function fillTemplate(services: RenderServices, question: TemplateQuestion): Promise<FilledTemplate> {
  const { sql, user } = question;
  if (!services.config.featureFlags.ENABLE_TEMPLATE_PROCESSING || !hasTemplate(sql))
    return { parameters: [], rendered: sql, missing: [], problem: null };
  const open: Pick<FilledTemplate, 'parameters' | 'missing' | 'rendered'> = {
    parameters: [],
    missing: [],
    rendered: null,
  };
  try {
    const parameters = await services.textWork.findParameters({ sql, fairnessKey: String(user.id) });
    const { parameters: given } = readParameters(question.parameters);
    const isMissing = ({ name, isOptional }: TemplateParameter) => !isOptional && !Object.hasOwn(given, name);
    const missing = parameters.filter(isMissing).map(({ name }) => name);
    Object.assign(open, { parameters, missing });
    return { parameters, missing: [], rendered: await renderSql(services, question), problem: null };
  } catch (error) {
    if (error instanceof QueryError) return { ...open, problem: error.message };
    if (!(error instanceof AppError)) throw error;
    const { reason } = error.options.extra ?? {};
    // What is wrong besides is seen once nothing is missing: filters of what is not there fail too.
    const problem = typeof reason === 'string' ? reason : error.message;
    return { ...open, problem: open.missing.length > 0 ? null : problem };
  }
}
