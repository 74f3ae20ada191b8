/** How a dashboard's filter sets are called among what was deleted. */
export const filterSetsName = (dashboardId: number) => `dashboard/${dashboardId}/filtersets`;
