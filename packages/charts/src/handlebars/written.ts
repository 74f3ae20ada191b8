import { type ModelContext, msg, rowsOf, type Undrawn } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import { BoundReached, bounds, TemplateFault } from './bounds.ts';
import type { HandlebarsForm } from './form.ts';
import { boundTexts, runTemplate } from './run-template.ts';

/** What the template wrote of the rows. */
export interface Written {
  readonly rowCount: number;
  readonly html: string;
  readonly css: string;
  readonly fault: { readonly text: string; readonly values: Readonly<Record<string, unknown>> } | null;
  readonly limitReached: number | null;
}

/** Rows as templates know them: `data` is a list of records, `totals` one of what they come to. */
export function toModel(results: readonly ResultTable[], context: ModelContext<HandlebarsForm>): Written {
  const { form, locale } = context;
  const [table, totals] = results;
  const rowCount = table?.rowCount ?? 0;
  const limitReached = context.answers?.[0]?.limitReached ?? null;
  const value = { data: table ? [...rowsOf(table)] : [], totals: totals ? ([...rowsOf(totals)][0] ?? null) : null };
  const nothing = { rowCount, html: '', css: '', fault: null, limitReached };
  if (rowCount === 0) return nothing;
  try {
    const html = runTemplate(form.handlebarsTemplate, value, locale);
    const { styleTemplate } = form;
    const css = styleTemplate.includes('{{') ? runTemplate(styleTemplate, value, locale) : styleTemplate;
    return { ...nothing, html, css };
  } catch (error) {
    return { ...nothing, fault: faultOf(error) };
  }
}

const countsOfBounds = {
  length: bounds.templateLength,
  steps: bounds.steps,
  output: bounds.outputLength,
  depth: bounds.depth,
};

function faultOf(error: unknown): Written['fault'] {
  if (error instanceof BoundReached)
    return { text: boundTexts[error.kind], values: { count: countsOfBounds[error.kind] } };
  if (error instanceof TemplateFault)
    return { text: msg('The template is wrong: {{message}}'), values: { message: error.message } };
  throw error;
}

export const isEmpty = ({ rowCount }: Written): boolean => rowCount === 0;

/** A template may leave rows out as it likes; a limit leaves them out unasked. */
export function undrawnOf({ fault, limitReached }: Written): Undrawn | null {
  if (fault) return { isAll: true, title: { text: msg('The template could not be run') }, text: fault };
  if (limitReached === null) return null;
  return {
    isAll: false,
    title: {
      text: msg('The limit of {{limit}} rows was reached: there may be more.'),
      values: { limit: limitReached },
    },
  };
}
