/**
 * CHECKS. What of charts and dashboards does not work, or would not after a change, said in sentences with the way to each of them.
 * In: what the server found. Out: a list.
 */
export { FindingList } from './FindingList.tsx';
