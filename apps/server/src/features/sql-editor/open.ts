import type { FastifyReply } from 'fastify';
import { fieldError } from '../../http/index.ts';
import { parseJson } from '../../json/index.ts';

export interface OpenRequest {
  readonly form: { readonly datasourceKey?: string; readonly sql?: string; readonly form_data?: string };
  readonly reply: FastifyReply;
  /** Keeps a text and gives its key. */
  readonly keep: (text: string) => Promise<string>;
}

/** Opening by a form: what it carries is kept under a key, and the editor's page is asked for with that key. */
export async function openEditor({ form, reply, keep }: OpenRequest): Promise<FastifyReply> {
  const { datasourceKey, sql } = form.form_data ? parseFormData(form.form_data) : form;
  if (!datasourceKey && !sql) return reply.redirect('/superset/sqllab/', 303);
  if (datasourceKey !== undefined && !/^\d{1,15}__\w{1,20}$/.test(datasourceKey))
    throw fieldError({ datasourceKey: ['Must be an id and a type, for example 1__table.'] }, 400);
  const key = await keep(JSON.stringify({ datasourceKey: datasourceKey ?? null, sql: sql ?? null }));
  return reply.redirect(`/superset/sqllab/?id=${key}`, 303);
}

function parseFormData(text: string): { readonly datasourceKey?: string; readonly sql?: string } {
  try {
    const value: unknown = parseJson(text);
    // Only these two are looked at, and only as texts.
    const { datasourceKey, sql } = (value ?? {}) as { datasourceKey?: unknown; sql?: unknown };
    return {
      ...(typeof datasourceKey === 'string' ? { datasourceKey } : {}),
      ...(typeof sql === 'string' ? { sql } : {}),
    };
  } catch {
    throw fieldError({ form_data: ['Must be JSON.'] }, 400);
  }
}
