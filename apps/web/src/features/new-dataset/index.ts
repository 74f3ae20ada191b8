/**
 * A NEW DATASET. Chooses a database, a schema and a table of it, shows its columns, and makes the dataset.
 * In: the address (`?database=&schema=&table=`). Out: a dataset and the way to its first chart.
 */
export { routes } from './routes.ts';
