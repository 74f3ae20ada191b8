import { accessRequestEndpoints } from '../access-requests.ts';
import { advancedTypeEndpoints } from '../advanced-types.ts';
import { agentEndpoints } from '../agents.ts';
import { annotationEndpoints, annotationLayerEndpoints } from '../annotations.ts';
import { apiKeyEndpoints } from '../api-keys.ts';
import { asyncJobEndpoints } from '../async-jobs.ts';
import { bundleEndpoints, exampleEndpoints } from '../bundles.ts';
import { chartDataEndpoints } from '../chart-data.ts';
import { chartPluginEndpoints } from '../chart-plugins.ts';
import { chartEndpoints } from '../charts.ts';
import { checkEndpoints } from '../checks.ts';
import { cssTemplateEndpoints } from '../css-templates.ts';
import { dashboardEndpoints } from '../dashboards.ts';
import { databaseHealthEndpoints } from '../database-health.ts';
import { databaseSignInEndpoints } from '../database-sign-ins.ts';
import { databaseEndpoints } from '../databases.ts';
import { datasetEndpoints } from '../datasets.ts';
import { editorTabEndpoints } from '../editor-tabs.ts';
import { embeddedDashboardEndpoints } from '../embedded-dashboards.ts';
import type { DescribedEndpoint, Endpoint, EndpointsOf, Operations } from '../endpoints.ts';
import { exploreEndpoints } from '../explore.ts';
import { filterSetEndpoints } from '../filter-sets.ts';
import { groupEndpoints } from '../groups.ts';
import { keyValueEndpoints } from '../key-values.ts';
import { logEndpoints } from '../logs.ts';
import { mcpEndpoints } from '../mcp.ts';
import { passkeyEndpoints } from '../passkeys.ts';
import { pictureEndpoints } from '../pictures.ts';
import { queryRunEndpoints } from '../query-runs.ts';
import { registrationEndpoints } from '../registrations.ts';
import { reportEndpoints } from '../reports.ts';
import { permissionEndpoints, roleEndpoints } from '../roles.ts';
import { rowLevelRuleEndpoints } from '../row-level-rules.ts';
import { savedQueryEndpoints } from '../saved-queries.ts';
import { scheduleEndpoints } from '../schedules.ts';
import { secondFactorEndpoints } from '../second-factor.ts';
import { securityEndpoints } from '../security.ts';
import { sqlEditorEndpoints } from '../sql-editor.ts';
import { systemEndpoints } from '../system.ts';
import { tagEndpoints } from '../tags.ts';
import { themeEndpoints } from '../themes.ts';
import { trashEndpoints } from '../trash.ts';
import { uploadEndpoints } from '../uploads.ts';
import { userEndpoints } from '../users.ts';
import { versionFigureEndpoints } from '../version-figures.ts';
import type { BundleKind } from '../words.ts';
import { accessRequestOperations } from './access-requests.ts';
import { advancedTypeOperations } from './advanced-types.ts';
import { agentOperations } from './agents.ts';
import { annotationLayerOperations, annotationOperations } from './annotations.ts';
import { apiKeyOperations } from './api-keys.ts';
import { asyncJobOperations } from './async-jobs.ts';
import { bundleOperations, exampleOperations } from './bundles.ts';
import { chartDataOperations } from './chart-data.ts';
import { chartPluginOperations } from './chart-plugins.ts';
import { chartOperations } from './charts.ts';
import { checkOperations } from './checks.ts';
import { cssTemplateOperations } from './css-templates.ts';
import { dashboardOperations } from './dashboards.ts';
import { databaseHealthOperations } from './database-health.ts';
import { databaseSignInOperations } from './database-sign-ins.ts';
import { databaseOperations } from './databases.ts';
import { datasetOperations } from './datasets.ts';
import { editorTabOperations } from './editor-tabs.ts';
import { embeddedDashboardOperations } from './embedded-dashboards.ts';
import { exploreOperations } from './explore.ts';
import { filterSetOperations } from './filter-sets.ts';
import { groupOperations } from './groups.ts';
import { keyValueOperations } from './key-values.ts';
import { logOperations } from './logs.ts';
import { mcpOperations } from './mcp.ts';
import { passkeyOperations } from './passkeys.ts';
import { pictureOperations } from './pictures.ts';
import { queryRunOperations } from './query-runs.ts';
import { registrationOperations } from './registrations.ts';
import { reportOperations } from './reports.ts';
import { permissionOperations, roleOperations } from './roles.ts';
import { rowLevelRuleOperations } from './row-level-rules.ts';
import { savedQueryOperations } from './saved-queries.ts';
import { scheduleOperations } from './schedules.ts';
import { secondFactorOperations } from './second-factor.ts';
import { securityOperations } from './security.ts';
import { sqlEditorOperations } from './sql-editor.ts';
import { systemOperations } from './system.ts';
import { tagOperations } from './tags.ts';
import { themeOperations } from './themes.ts';
import { trashOperations } from './trash.ts';
import { uploadOperations } from './uploads.ts';
import { userOperations } from './users.ts';
import { versionFigureOperations } from './version-figures.ts';

type Listed = readonly [endpoint: Endpoint, described: DescribedEndpoint];

/** Each endpoint of a resource with its operation; of another resource's table the types do not fit. */
function join<T extends Operations>(endpoints: EndpointsOf<T>, operations: T): readonly Listed[] {
  return Object.entries(operations).map(([name, operation]) => {
    // Both tables have the same names.
    const { method, path, isCsrfExempt } = endpoints[name] as Endpoint;
    return [endpoints[name] as Endpoint, { ...operation, method, path, isCsrfExempt }];
  });
}

function joinBundles(kind: BundleKind): readonly Listed[] {
  return join(bundleEndpoints[kind], bundleOperations[kind]);
}

/** All that the server knows of each endpoint, by the endpoint as the web knows it. */
export function describeEndpoints(): ReadonlyMap<Endpoint, DescribedEndpoint> {
  return new Map([
    ...join(accessRequestEndpoints, accessRequestOperations),
    ...join(advancedTypeEndpoints, advancedTypeOperations),
    ...join(annotationLayerEndpoints, annotationLayerOperations),
    ...join(annotationEndpoints, annotationOperations),
    ...join(asyncJobEndpoints, asyncJobOperations),
    ...join(chartDataEndpoints, chartDataOperations),
    ...join(chartPluginEndpoints, chartPluginOperations),
    ...join(chartEndpoints, chartOperations),
    ...join(checkEndpoints, checkOperations),
    ...join(cssTemplateEndpoints, cssTemplateOperations),
    ...join(dashboardEndpoints, dashboardOperations),
    ...join(databaseEndpoints, databaseOperations),
    ...join(databaseHealthEndpoints, databaseHealthOperations),
    ...join(datasetEndpoints, datasetOperations),
    ...join(agentEndpoints, agentOperations),
    ...join(apiKeyEndpoints, apiKeyOperations),
    ...join(embeddedDashboardEndpoints, embeddedDashboardOperations),
    ...join(exploreEndpoints, exploreOperations),
    ...join(filterSetEndpoints, filterSetOperations),
    ...join(logEndpoints, logOperations),
    ...join(mcpEndpoints, mcpOperations),
    ...join(passkeyEndpoints, passkeyOperations),
    ...join(databaseSignInEndpoints, databaseSignInOperations),
    ...join(pictureEndpoints, pictureOperations),
    ...join(queryRunEndpoints, queryRunOperations),
    ...join(roleEndpoints, roleOperations),
    ...join(permissionEndpoints, permissionOperations),
    ...join(rowLevelRuleEndpoints, rowLevelRuleOperations),
    ...join(savedQueryEndpoints, savedQueryOperations),
    ...join(registrationEndpoints, registrationOperations),
    ...join(reportEndpoints, reportOperations),
    ...join(scheduleEndpoints, scheduleOperations),
    ...join(securityEndpoints, securityOperations),
    ...join(secondFactorEndpoints, secondFactorOperations),
    ...join(sqlEditorEndpoints, sqlEditorOperations),
    ...join(systemEndpoints, systemOperations),
    ...join(tagEndpoints, tagOperations),
    ...join(themeEndpoints, themeOperations),
    ...join(trashEndpoints, trashOperations),
    ...join(editorTabEndpoints, editorTabOperations),
    ...join(groupEndpoints, groupOperations),
    ...join(keyValueEndpoints, keyValueOperations),
    ...join(uploadEndpoints, uploadOperations),
    ...join(userEndpoints, userOperations),
    ...join(versionFigureEndpoints, versionFigureOperations),
    // Its keys are those of the type.
    ...(Object.keys(bundleOperations) as BundleKind[]).flatMap(joinBundles),
    ...join(exampleEndpoints, exampleOperations),
  ]);
}
