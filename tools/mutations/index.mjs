/**
 * What is taken out for which row: `file` holds `find` exactly once, and `put` stands in its place, as if the feature had
 * never been built. `what` says it in words.
 */
import { dashboards } from './dashboards.mjs';
import { drawnRows } from './drawn.mjs';
import { laterDrawnRows } from './drawn-later.mjs';
import { explore } from './explore.mjs';
import { features } from './features.mjs';
import { agentFeatures } from './features-agents.mjs';
import { answerFeatures } from './features-answers.mjs';
import { arrowFeatures } from './features-arrow.mjs';
import { catalogFeatures } from './features-catalogs.mjs';
import { certificateFeatures } from './features-certificates.mjs';
import { chartFeatures } from './features-charts.mjs';
import { checkFeatures } from './features-checks.mjs';
import { clientFeatures } from './features-clients.mjs';
import { connectionFeatures } from './features-connections.mjs';
import { currencyFeatures } from './features-currencies.mjs';
import { dashboardJourneys } from './features-dashboards.mjs';
import { databaseSignInFeatures } from './features-database-sign-ins.mjs';
import { deployFeatures } from './features-deploy.mjs';
import { druidFeatures } from './features-druid.mjs';
import { embeddingFeatures } from './features-embedding.mjs';
import { engineFeatures } from './features-engines.mjs';
import { figureFeatures } from './features-figures.mjs';
import { folderFeatures } from './features-folders.mjs';
import { gapFeatures } from './features-gaps.mjs';
import { groupFeatures } from './features-groups.mjs';
import { helpFeatures } from './features-help.mjs';
import { hostFeatures } from './features-hosts.mjs';
import { impalaFeatures } from './features-impala.mjs';
import { interfaceFeatures } from './features-interface.mjs';
import { journeyFeatures } from './features-journeys.mjs';
import { kerberosFeatures } from './features-kerberos.mjs';
import { lakeFeatures } from './features-lakes.mjs';
import { linkFeatures } from './features-links.mjs';
import { lookoutFeatures } from './features-lookout.mjs';
import { lookFeatures } from './features-looks.mjs';
import { messageFeatures } from './features-messages.mjs';
import { movingApiFeatures } from './features-moving-api.mjs';
import { offlineFileFeatures } from './features-offline-files.mjs';
import { openResultFeatures } from './features-open-results.mjs';
import { oracleFeatures } from './features-oracle.mjs';
import { organisationFeatures } from './features-organisations.mjs';
import { passkeyFeatures } from './features-passkeys.mjs';
import { peopleFeatures } from './features-people.mjs';
import { programFeatures, programRows } from './features-programs.mjs';
import { reachFeatures } from './features-reach.mjs';
import { onceRefusedFeatures } from './features-refused.mjs';
import { registeringFeatures } from './features-registering.mjs';
import { resultFeatures } from './features-results.mjs';
import { rowRuleFeatures } from './features-row-rules.mjs';
import { samlFeatures } from './features-saml.mjs';
import { savingFeatures } from './features-saving.mjs';
import { seenFeatures } from './features-seen.mjs';
import { serverChartFeatures } from './features-server-charts.mjs';
import { serviceFeatures } from './features-services.mjs';
import { sheetsFeatures } from './features-sheets.mjs';
import { silenceFeatures } from './features-silences.mjs';
import { sqlEditorFeatures } from './features-sql-editor.mjs';
import { sqlServerFeatures } from './features-sql-server.mjs';
import { tableFeatures } from './features-tables.mjs';
import { testServerFeatures } from './features-test-servers.mjs';
import { tunnelFeatures } from './features-tunnels.mjs';
import { turnsFeatures } from './features-turns.mjs';
import { workerFeatures } from './features-workers.mjs';
import { worstAnswerFeatures } from './features-worst-answers.mjs';
import { interfaceRows } from './interface.mjs';
import { packages } from './packages.mjs';
import { strengthenedRows } from './rows.mjs';
import { server } from './server.mjs';
import { sqlEditor } from './sql-editor.mjs';

/**
 * @typedef {{ row?: string, title?: string, test?: string, what: string, file: string, find: string, put: string }} Mutation
 * @type {readonly Mutation[]}
 */
export const mutations = [
  ...sqlEditor,
  ...explore,
  ...dashboards,
  ...interfaceRows,
  ...packages,
  ...server,
  ...programRows,
  ...strengthenedRows,
  ...drawnRows,
  ...laterDrawnRows,
  ...features,
  ...agentFeatures,
  ...clientFeatures,
  ...answerFeatures,
  ...catalogFeatures,
  ...certificateFeatures,
  ...chartFeatures,
  ...checkFeatures,
  ...engineFeatures,
  ...testServerFeatures,
  ...tunnelFeatures,
  ...currencyFeatures,
  ...folderFeatures,
  ...onceRefusedFeatures,
  ...lookoutFeatures,
  ...connectionFeatures,
  ...figureFeatures,
  ...embeddingFeatures,
  ...helpFeatures,
  ...hostFeatures,
  ...impalaFeatures,
  ...sheetsFeatures,
  ...interfaceFeatures,
  ...kerberosFeatures,
  ...lakeFeatures,
  ...lookFeatures,
  ...movingApiFeatures,
  ...journeyFeatures,
  ...dashboardJourneys,
  ...messageFeatures,
  ...organisationFeatures,
  ...passkeyFeatures,
  ...databaseSignInFeatures,
  ...workerFeatures,
  ...offlineFileFeatures,
  ...peopleFeatures,
  ...programFeatures,
  ...gapFeatures,
  ...seenFeatures,
  ...groupFeatures,
  ...registeringFeatures,
  ...openResultFeatures,
  ...resultFeatures,
  ...rowRuleFeatures,
  ...samlFeatures,
  ...turnsFeatures,
  ...savingFeatures,
  ...serverChartFeatures,
  ...serviceFeatures,
  ...tableFeatures,
  ...sqlEditorFeatures,
  ...arrowFeatures,
  ...deployFeatures,
  ...silenceFeatures,
  ...oracleFeatures,
  ...sqlServerFeatures,
  ...druidFeatures,
  ...reachFeatures,
  ...linkFeatures,
  ...worstAnswerFeatures,
];
