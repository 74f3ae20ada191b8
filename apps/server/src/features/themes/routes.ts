import { themeEndpoints, type WireTheme } from '@powerset/contract';
import { ThemePost, ThemePut } from '@powerset/contract/schemas';
import type { User } from '../../access/index.ts';
import {
  commandError,
  fieldError,
  notFound,
  parseId,
  parseIds,
  parseListQuery,
  parseQ,
  type Router,
} from '../../http/index.ts';
import { findRelatedUsers, loadAudits, toEnvelope, toFullName, toInfo, toShown } from '../../lists/index.ts';
import type { Services } from '../../services.ts';
import { getThemeFile, keepThemeFile, maxThemeFiles, readThemeFile } from '../../themes/index.ts';
import {
  createTheme,
  deleteThemes,
  getTheme,
  listThemes,
  type SystemLook,
  setSystemLook,
  type Theme,
  updateTheme,
} from './store.ts';

export function registerThemes(router: Router, services: Services): void {
  registerReads(router, services);
  registerWrites(router, services);
  registerSystemLooks(router, services);
  registerFiles(router, services);
}

function registerReads(router: Router, services: Services): void {
  const { store } = services;
  router.route(themeEndpoints.list, async ({ query }) => {
    const asked = parseListQuery(query);
    const { count, rows } = await listThemes(store, asked);
    const shown = await toWire(services, rows);
    return toEnvelope({ query: asked, count, rows: shown, title: 'List Theme', orderColumns: ['theme_name'] });
  });
  router.route(themeEndpoints.info, ({ user, query }) =>
    toInfo(
      {
        user,
        view: 'Theme',
        verbs: ['can_read', 'can_write', 'can_export'],
        title: 'Theme',
        addForm: ThemePost,
        editForm: ThemePut,
        filters: { theme_name: ['theme_all_text'] },
      },
      parseQ(query),
    ),
  );
  router.route(themeEndpoints.related, ({ user, params: { column }, query }) => {
    if (column !== 'created_by' && column !== 'changed_by') throw notFound();
    const resource = { table: 'themes', view: 'Theme' } as const;
    return findRelatedUsers(services, { user, resource, column, query: parseListQuery(query) });
  });
  router.route(themeEndpoints.get, async ({ params, query }) => {
    const theme = await getTheme(store, parseId(params.id));
    const [result] = await toWire(services, [theme]);
    if (!result) throw notFound();
    return toShown({ id: theme.id, row: result, query: parseListQuery(query), title: 'Show Theme' });
  });
}

function registerWrites(router: Router, services: Services): void {
  const { store } = services;
  router.route(themeEndpoints.create, async ({ user, body }) => ({
    id: await createTheme(services, user, body),
    result: body,
  }));
  router.route(themeEndpoints.update, async ({ user, params, body }) => {
    const id = parseId(params.id);
    await updateTheme(services, user, { id, body });
    return { id, result: body };
  });
  router.route(themeEndpoints.delete, async ({ params }) => {
    await deleteThemes(store, [parseId(params.id)]);
    return { message: 'Deleted 1 theme' };
  });
  router.route(themeEndpoints.bulkDelete, async ({ query }) => {
    const ids = [...new Set(parseIds(query))];
    await deleteThemes(store, ids);
    return { message: ids.length === 1 ? 'Deleted 1 theme' : `Deleted ${ids.length} themes` };
  });
}

function registerSystemLooks(router: Router, services: Services): void {
  const set = (look: SystemLook, word: string) => async (user: User, given: string) => {
    const id = parseId(given);
    await setSystemLook(services, user, { look, id });
    return { id, result: `Theme successfully set as system ${word}` };
  };
  const [setDefault, setDark] = [set('is_system_default', 'default'), set('is_system_dark', 'dark')];
  router.route(themeEndpoints.setSystemDefault, ({ user, params }) => setDefault(user, params.id));
  router.route(themeEndpoints.setSystemDark, ({ user, params }) => setDark(user, params.id));
  router.route(themeEndpoints.unsetSystemDefault, async ({ user }) => {
    await setSystemLook(services, user, { look: 'is_system_default', id: null });
    return { result: 'System default theme cleared' };
  });
  router.route(themeEndpoints.unsetSystemDark, async ({ user }) => {
    await setSystemLook(services, user, { look: 'is_system_dark', id: null });
    return { result: 'System dark theme cleared' };
  });
}

const wrongFile = 'Must be a picture (PNG, JPEG, GIF, WebP, SVG) or a font (WOFF2, WOFF, TTF, OTF).';
/** A picture that is opened by itself is no page of ours: it runs and loads nothing. */
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

function registerFiles(router: Router, services: Services): void {
  router.route(themeEndpoints.uploadFile, async ({ request }) => {
    const result = await keepThemeFile(services, await readThemeFile(request));
    if (result === 'no file') throw fieldError({ file: [wrongFile] });
    if (result === 'no room') throw commandError(`Themes show at most ${maxThemeFiles} files. Delete a theme first.`);
    return { result };
  });
  router.route(themeEndpoints.getFile, async ({ params, reply }) => {
    const { mediaType, content } = await getThemeFile(services.store, params.name);
    return reply
      .headers({ 'cache-control': 'public, max-age=31536000, immutable', 'content-security-policy': filePolicy })
      .type(mediaType)
      .send(content);
  });
}

async function toWire(
  services: Pick<Services, 'store' | 'now'>,
  rows: readonly Theme[],
): Promise<readonly WireTheme[]> {
  const auditOf = await loadAudits(services, rows);
  return rows.map((row) => {
    const audit = auditOf(row);
    return {
      ...{ id: row.id, uuid: row.uuid, theme_name: row.theme_name, json_data: row.json_data },
      is_system: false,
      is_system_default: row.is_system_default === 1,
      is_system_dark: row.is_system_dark === 1,
      ...audit,
      changed_by_name: toFullName(audit.changed_by ?? undefined),
    };
  });
}
