import type { Tool } from '../tool.ts';
import { explainTheChange } from './changes.ts';
import { chartData, createChart } from './charts.ts';
import { createDashboard } from './dashboards.ts';
import { describeTable, listDatabases, listTables } from './databases.ts';
import { queryDataset } from './datasets.ts';
import { describeChart, describeDashboard, describeDataset } from './describe.ts';
import { find } from './find.ts';
import { runSql } from './sql.ts';

/** All that agents may do. */
export const tools: readonly Tool[] = [
  find,
  describeDataset,
  describeChart,
  describeDashboard,
  listDatabases,
  listTables,
  describeTable,
  queryDataset,
  chartData,
  runSql,
  explainTheChange,
  createChart,
  createDashboard,
];
