import type { ApiAnswer, ApiClient } from '@powerset/testkit';
import { errorOf } from './drill.ts';

interface Kept {
  /** What the last acknowledged change said, and what was sent after it. */
  acknowledged: string;
  sent: string;
  isDeleted: boolean;
  isDeletionSent: boolean;
}

/** Writes that the server has acknowledged, to be looked for after it was killed. */
export class Ledger {
  private readonly dashboards = new Map<number, Kept>();
  private readonly inserted = new Set<number>();
  private readonly uploads = new Map<string, number>();
  private next = 0;

  describe(): string {
    const kept = [...this.dashboards.values()];
    return `${kept.length} dashboards, ${kept.filter(({ isDeleted }) => isDeleted).length} of them deleted, ${this.inserted.size} rows by SQL, ${this.uploads.size} uploads acknowledged`;
  }

  /** The writes acknowledged until now. What is done to the same things later may be there or not. */
  soFar(): Ledger {
    const copy = new Ledger();
    for (const [id, kept] of this.dashboards) copy.dashboards.set(id, asOfNow(kept));
    for (const number of this.inserted) copy.inserted.add(number);
    for (const [name, rows] of this.uploads) copy.uploads.set(name, rows);
    copy.next = this.next;
    return copy;
  }

  /** Makes ready what the work needs; to be waited for before anything is killed. */
  async prepare(api: ApiClient): Promise<number> {
    const databaseId = (await api.get('/api/v1/database/')).json.ids[0] as number;
    await api.put(`/api/v1/database/${databaseId}`, { allow_dml: true });
    await api.post('/api/v1/sqllab/execute/', {
      database_id: databaseId,
      sql: 'CREATE TABLE IF NOT EXISTS main.drilled (n INTEGER)',
    });
    return databaseId;
  }

  /** Goes on with everything at once until the server no longer answers. */
  async work(api: ApiClient, databaseId: number, round: number): Promise<void> {
    await Promise.all([
      this.until(() => this.save(api)),
      this.until(() => this.save(api)),
      this.until(() => this.insert(api, databaseId)),
      this.until(() => this.upload(api, databaseId, round)),
      this.until(() => this.query(api, databaseId)),
    ]);
  }

  /** What was acknowledged and is not there, or is there by half. */
  async findLosses(api: ApiClient): Promise<readonly string[]> {
    if (this.next === 0) return [];
    const databaseId = (await api.get('/api/v1/database/')).json.ids[0] as number;
    return [
      ...(await this.findLostDashboards(api)),
      ...(await this.findLostRows(api, databaseId)),
      ...(await this.findLostUploads(api)),
      ...(await findStuckRuns(api)),
    ];
  }

  private async until(step: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await step();
      } catch {
        return;
      }
    }
  }

  private number(): number {
    this.next += 1;
    return this.next;
  }

  private async save(api: ApiClient): Promise<void> {
    const title = `Kept ${this.number()}`;
    const made = await api.post('/api/v1/dashboard/', { dashboard_title: title });
    if (made.status !== 201) return;
    const kept: Kept = { acknowledged: title, sent: title, isDeleted: false, isDeletionSent: false };
    this.dashboards.set(made.json.id, kept);
    const path = `/api/v1/dashboard/${made.json.id}`;
    kept.sent = `${title} changed`;
    if ((await api.put(path, { dashboard_title: kept.sent })).status === 200) kept.acknowledged = kept.sent;
    if (this.next % 3 > 0) return;
    kept.isDeletionSent = true;
    kept.isDeleted = (await api.delete(path)).status === 200;
  }

  private async insert(api: ApiClient, databaseId: number): Promise<void> {
    const number = this.number();
    const sql = `INSERT INTO main.drilled VALUES (${number})`;
    const answer = await api.post('/api/v1/sqllab/execute/', { database_id: databaseId, sql });
    if (answer.status === 200) this.inserted.add(number);
  }

  private async upload(api: ApiClient, databaseId: number, round: number): Promise<void> {
    const name = `upload_${round}_${this.number()}`;
    const rows = 5000;
    const form = new FormData();
    form.append('table_name', name);
    form.append('file', new Blob([`a,b\n${'1,some text\n'.repeat(rows)}`]), `${name}.csv`);
    const answer = await api.send('POST', `/api/v1/database/${databaseId}/upload/`, { form });
    if (isDone(answer)) this.uploads.set(name, rows);
  }

  private async query(api: ApiClient, databaseId: number): Promise<void> {
    const sql = `SELECT range AS x, range % 7 AS y FROM range(${100_000 + (this.next % 100)})`;
    await api.post('/api/v1/sqllab/execute/', { database_id: databaseId, sql, preview_rows: 10 });
  }

  private async findLostDashboards(api: ApiClient): Promise<readonly string[]> {
    const titles = new Map<number, string>();
    for (let page = 0; ; page += 1) {
      const { result } = (await api.get(`/api/v1/dashboard/?q=(page:${page},page_size:100)`)).json;
      for (const row of result) titles.set(row.id, row.dashboard_title);
      if (result.length < 100) break;
    }
    return [...this.dashboards].flatMap(([id, kept]) => {
      const title = titles.get(id);
      if (kept.isDeleted) return title === undefined ? [] : [`dashboard ${id} came back`];
      if (title === undefined) return kept.isDeletionSent ? [] : [`dashboard ${id} is gone`];
      return [kept.acknowledged, kept.sent].includes(title) ? [] : [`dashboard ${id} says ${title}`];
    });
  }

  private async findLostRows(api: ApiClient, databaseId: number): Promise<readonly string[]> {
    const sql = 'SELECT n FROM main.drilled';
    const body = { database_id: databaseId, sql, queryLimit: 100_000 };
    const answer = await api.post('/api/v1/sqllab/execute/', body);
    if (answer.status !== 200) return [`the table that SQL wrote answers ${answer.status} ${errorOf(answer.json)}`];
    const there = new Set<number>(answer.json.data.map((row: { readonly n: number }) => row.n));
    return [...this.inserted].filter((number) => !there.has(number)).map((number) => `row ${number} is gone`);
  }

  private async findLostUploads(api: ApiClient): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const [name, rows] of this.uploads) {
      const list = await api.get(`/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:${name})))`);
      const id = list.json.result[0]?.id;
      const path = `/api/v1/datasource/samples?datasource_type=table&datasource_id=${id}`;
      const found = id ? (await api.post(path, {})).json.result?.total_count : 'no dataset';
      if (found !== rows) problems.push(`upload ${name} has ${found} of ${rows} rows`);
    }
    return problems;
  }
}

function asOfNow(kept: Kept): Kept {
  const { acknowledged, isDeleted } = kept;
  return {
    acknowledged,
    isDeleted,
    get sent() {
      return kept.sent;
    },
    get isDeletionSent() {
      return kept.isDeletionSent;
    },
  };
}

function isDone(answer: ApiAnswer): boolean {
  return answer.status === 200 || answer.status === 201;
}

async function findStuckRuns(api: ApiClient): Promise<readonly string[]> {
  const { count } = (await api.get('/api/v1/query/?q=(filters:!((col:status,opr:eq,value:running)))')).json;
  return count > 0 ? [`${count} runs are still under way`] : [];
}
