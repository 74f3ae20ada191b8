/**
 * MOVERS. Each reads one part of the other installation and writes what it becomes here. In: what was decided about numbers. Out:
 * rows in the transaction, and remarks.
 */
import type { Mover } from '../moving.ts';
import { moveAnnotations, moveFavorites, moveRowRules, moveSavedQueries } from './access-to-rows.ts';
import { moveCharts } from './charts.ts';
import { moveDashboards } from './dashboards.ts';
import { moveDatabases } from './databases.ts';
import { moveDatasets } from './datasets.ts';
import { moveCssTemplates, moveTags } from './descriptions.ts';
import { moveGrants } from './grants.ts';
import { moveGroups } from './groups.ts';
import { moveEmbedded, moveLinks } from './links.ts';
import { moveRoles, moveUsers } from './people.ts';
import { moveReports } from './reports.ts';
import { moveThemes } from './themes.ts';

export { countSecrets } from './databases.ts';

/** In the order in which they stand on each other. Whoever brings a further part adds its mover here. */
export const movers: readonly Mover[] = [
  moveRoles,
  moveUsers,
  moveGroups,
  moveDatabases,
  moveDatasets,
  moveCharts,
  moveThemes,
  moveDashboards,
  moveGrants,
  moveRowRules,
  moveSavedQueries,
  moveAnnotations,
  moveFavorites,
  moveTags,
  moveCssTemplates,
  moveEmbedded,
  moveLinks,
  moveReports,
];

/** What no mover reads: told with the number of its rows, so that nobody looks for it in vain. */
export const leftTables: readonly { readonly table: string; readonly what: string; readonly why: string }[] = [
  { table: 'user_favorite_tag', what: 'stars of tags', why: 'people star them again' },
  { table: 'query', what: 'runs of the SQL editor', why: 'their results are not in the database' },
  { table: 'tab_state', what: 'tabs of the SQL editor', why: 'save what is still wanted as a query first' },
  { table: 'logs', what: 'rows of the action log', why: 'keep the old database for as long as they are needed' },
  { table: 'ab_api_key', what: 'API keys', why: 'their holders ask for tokens here' },
  { table: 'database_user_oauth2_tokens', what: 'OAuth tokens', why: 'people sign in to these databases again' },
  { table: 'dynamic_plugin', what: 'chart plugins', why: 'plugins here are of another kind' },
];
