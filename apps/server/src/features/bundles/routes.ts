import { type BundleKind, bundleEndpoints, exampleEndpoints } from '@powerset/contract';
import { maxExampleRows } from '@powerset/contract/schemas';
import { browserCookie, sessionCookie } from '../../access/index.ts';
import { type Context, fieldError, parseId, parseIds, type Router } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { exportBundle } from './export-bundle.ts';
import { exportExample, type RowReader } from './export-example.ts';
import { readImportForm } from './form.ts';
import { importBundle } from './import-bundle.ts';
import type { ConnectionCodec } from './plan.ts';

export interface BundlesOptions {
  readonly connections: ConnectionCodec;
}

// Its keys are those of the type.
const kinds = Object.keys(bundleEndpoints) as readonly BundleKind[];
const tokenSeconds = 600;

export function registerBundles(router: Router, services: Services, { connections }: BundlesOptions): void {
  for (const kind of kinds) {
    router.route(bundleEndpoints[kind].export, (context) => answerExport({ ...services, connections }, kind, context));
    router.route(bundleEndpoints[kind].import, async ({ user, request }) => {
      const form = await readImportForm(request, kind === 'assets' ? 'bundle' : 'formData');
      // The call for everything has always overwritten; it still can be told not to.
      const mayOverwrite = form.isOverwrite ?? kind === 'assets';
      const { isOverwrite: _flag, ...given } = form;
      return importBundle({ services, connections }, { user, kind, mayOverwrite, ...given });
    });
  }
}

type ExportContext = Context<(typeof bundleEndpoints)['chart']['export']>;

async function answerExport(
  services: Services & BundlesOptions,
  kind: BundleKind,
  { user, query, reply }: ExportContext,
) {
  const { token } = query;
  if (token === sessionCookie || token === browserCookie) throw fieldError({ token: ['This name is taken.'] }, 400);
  const ids = kind === 'assets' ? undefined : parseIds(query);
  const { fileName, bytes } = await exportBundle(services, { user, kind, ids });
  if (token) reply.setCookie(token, 'done', { path: '/', maxAge: tokenSeconds, sameSite: 'lax' });
  return reply
    .header('content-type', 'application/zip')
    .header('content-disposition', `attachment; filename=${fileName}`)
    .send(Buffer.from(bytes));
}

/** Beside the bundles of a dashboard: what it says together with the rows that it is about. */
export function registerExamples(router: Router, services: Services, answers: RowReader): void {
  router.route(exampleEndpoints.export, async ({ user, params, query, signal, reply }) => {
    const { export_data: hasRows = true, sample_rows: rows = maxExampleRows } = query;
    const request = { user, signal, id: parseId(params.id), hasRows, rows };
    const { fileName, bytes } = await exportExample({ services, answers }, request);
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename=${fileName}`)
      .send(Buffer.from(bytes));
  });
}
