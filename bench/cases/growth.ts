import type { ApiClient } from '@powerset/testkit';
import type { BenchCase, BenchRow } from '../bench-case.ts';
import { figuresOf, interleave, ms, spreadOf } from '../figures.ts';

const counts = [10, 100, 1000] as const;

/** A list's first page as the number of dashboards grows: it should stay flat. */
export const growth: BenchCase = {
  name: 'growth',
  title: 'List of dashboards as their number grows',
  run: async ({ shops, rounds }) => {
    const [shop] = shops;
    if (!shop) return [];
    const rows: BenchRow[] = [];
    for (const count of counts) {
      await growTo(shop.api, count);
      const list = async (): Promise<unknown> => shop.api.get('/api/v1/dashboard/?q=(page:0,page_size:25)');
      const figures = figuresOf((await interleave({ list }, rounds * 3)).list);
      rows.push({
        what: `${count} dashboards`,
        measured: ms(figures.median),
        spread: spreadOf(figures, ms),
        bar: 'flat',
        isWithin: null,
      });
    }
    return rows;
  },
};

async function growTo(api: ApiClient, count: number): Promise<void> {
  const existing: number = (await api.get('/api/v1/dashboard/')).json.count;
  for (let at = existing; at < count; at += 1) {
    const answer = await api.post('/api/v1/dashboard/', { dashboard_title: `Grown ${at}` });
    if (answer.status !== 201)
      throw new Error(`A dashboard could not be made: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
}
