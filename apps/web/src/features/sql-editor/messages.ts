import { fillGaps } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';

function contactAdministrator(action: string): string {
  return fillGaps(t('An error occurred while %s. Please contact your administrator.'), action);
}

/** Texts of the SQL editor, letter for letter as specified. */
export const editorMessages = {
  stopped: () => t('Query was stopped.'),
  stopFailed: (reason: string) => fillGaps(t('Failed at stopping query. %s'), reason),
  queryNotLoaded: () => t("The query couldn't be loaded"),
  datasourceNotLoaded: () => t("The datasource couldn't be loaded"),
  saved: () => t('Your query was saved'),
  updated: () => t('Your query was updated'),
  updatedTogether: () => t('Your query was put together with what was saved meanwhile'),
  saveFailed: () => t('Your query could not be saved'),
  updateFailed: () => t('Your query could not be updated'),
  notProperlySaved: () => t('Your query was not properly saved'),
  scheduled: () => t('Your query has been scheduled. To see details of your query, navigate to Saved queries'),
  scheduleFailed: () => t('Your query could not be scheduled'),
  unknownError: () => t('Unknown error'),
  resultsFailed: () => t('Failed at retrieving results'),
  sessionEnded: () => t('Your session timed out, please refresh your page and try again.'),
  datasourceFailed: () => t('An error occurred while creating the data source'),
  sqlNotStored: () =>
    t(
      'An error occurred while storing your query in the backend. To avoid losing your changes, please save your query using the "Save Query" button.',
    ),
  migrationFailed: (what: string) =>
    fillGaps(
      t(
        'Unable to migrate %s state to backend. Superset will retry later. Please contact your administrator if this problem persists.',
      ),
      what,
    ),
  closed: (name: string) => t('Closed {{name}}', { name }),
  closedSeveral: (count: number) => t('Closed {{count}} queries', { count }),
  reopen: () => t('Reopen'),
  copyOf: (name: string) => fillGaps(t('Copy of %s'), name),
} as const;

/** What failed, for the message about it. */
export const failingActions = {
  latestQuery: () => contactAdministrator(t('storing the latest query id in the backend')),
  addTab: () => contactAdministrator(t('adding the tab to the backend')),
  removeTab: () => contactAdministrator(t('removing the tab')),
  activateTab: () => contactAdministrator(t('setting the active tab')),
  database: () => contactAdministrator(t('setting the tab database ID')),
  schema: () => contactAdministrator(t('setting the tab schema')),
  autorun: () => contactAdministrator(t('setting the tab autorun')),
  name: () => contactAdministrator(t('setting the tab name')),
  limit: () => contactAdministrator(t('setting the tab limit')),
  templateParams: () => contactAdministrator(t('setting the tab template parameters')),
  leftBar: () => contactAdministrator(t('hiding the left bar')),
  removeQuery: () => contactAdministrator(t('removing the query')),
  fetchTab: () => contactAdministrator(t('fetching tab state')),
  tableMetadata: () => contactAdministrator(t('fetching table metadata')),
  expandTable: () => contactAdministrator(t('expanding the table schema')),
  collapseTable: () => contactAdministrator(t('collapsing the table schema')),
  removeTable: () => contactAdministrator(t('removing the table schema')),
} as const;
