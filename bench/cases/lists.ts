import type { BenchCase, ShopStage } from '../bench-case.ts';
import { Connection, requestBytes } from '../connection.ts';
import { figuresOf, interleave, timeRow } from '../figures.ts';

const firstPage = '(page:0,page_size:25)';

/** What pages ask for before anything is drawn: it should take the same time however much there is. */
const questions: Readonly<Record<string, readonly string[]>> = {
  'dashboards, first page': [`/api/v1/dashboard/?q=${firstPage}`],
  'charts, first page': [`/api/v1/chart/?q=${firstPage}`],
  'datasets, first page': [`/api/v1/dataset/?q=${firstPage}`],
  'people, first page': [`/api/v1/dashboard/related/owners?q=${firstPage}`],
  'search in charts': ['/api/v1/chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:bulk)),page_size:25)'],
  'data of the home page': [
    '/api/v1/bootstrap',
    '/api/v1/log/recent_activity/?q=(page_size:20)',
    '/api/v1/dashboard/?q=(page_size:25)',
  ],
  'description of a dashboard': ['', '/charts', '/datasets'].map((part) => `/api/v1/dashboard/1${part}`),
};

export const lists: BenchCase = {
  name: 'lists',
  title: 'Lists, and what pages open with',
  run: async (shop, { rounds }) => {
    const connection = await Connection.open(shop.server().port);
    const contestants = Object.fromEntries(
      Object.entries(questions).map(([what, paths]) => [what, () => askAll(shop, connection, paths)]),
    );
    const durations = await interleave(contestants, rounds * 3);
    connection.close();
    return Object.entries(durations).map(([what, values]) => timeRow(what, figuresOf(values), 'flat'));
  },
};

async function askAll(shop: ShopStage, connection: Connection, paths: readonly string[]): Promise<void> {
  const { headers } = shop.visitor.api;
  for (const path of paths) {
    const { status } = await connection.send(requestBytes({ port: shop.server().port, path, headers }));
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  }
}
