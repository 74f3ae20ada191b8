import type { TemplateBody, WireTemplate } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { findTemplateDatasets } from '../../catalog/index.ts';
import type { Services } from '../../services.ts';
import { fillTemplate } from '../../sql-templates/index.ts';
import { getDatabase } from './execute.ts';

interface TemplateRequest {
  readonly user: User;
  readonly body: TemplateBody;
  readonly urlParams: unknown;
}

/** What a text asks for, and how it would read as a run: by the same steps, without running anything. */
export async function readTemplate(
  services: Services,
  { user, body, urlParams }: TemplateRequest,
): Promise<WireTemplate> {
  const { sql, database_id: databaseId, template_params: parameters } = body;
  const { backend: dialect } = await getDatabase(services, databaseId);
  const datasets = await findTemplateDatasets(services, { user, databaseId, text: sql });
  const filled = await fillTemplate(services, { sql, parameters, user, urlParams, dialect, datasets });
  return {
    ...filled,
    parameters: filled.parameters.map(({ name, kind, isOptional }) => ({ name, kind, is_optional: isOptional })),
  };
}
