import type { UploadBody, UploadJob, UploadPreview } from '@powerset/contract';
import type { ApiAnswer, ApiClient } from '@powerset/testkit';

type Content = string | Uint8Array;

/** What the tests of this room do as a browser or a script would, through the API. */
export interface UploadClient {
  readonly base: string;
  stage(name: string, content: Content, fields?: Readonly<Record<string, string>>): Promise<ApiAnswer>;
  preview(name: string, content: Content, fields?: Readonly<Record<string, string>>): Promise<UploadPreview>;
  /** The one call of a script. */
  send(name: string, content: Content, fields: Readonly<Record<string, string>>): Promise<ApiAnswer>;
  load(preview: UploadPreview, change?: Partial<UploadBody>): Promise<UploadJob>;
  ended(jobId: string): Promise<UploadJob>;
  /** Names and types of a dataset's columns. */
  columns(datasetId: number): Promise<Readonly<Record<string, string>>>;
  rowCount(datasetId: number): Promise<number>;
}

export async function createUploadClient(client: ApiClient): Promise<UploadClient> {
  const base = `/api/v1/database/${(await client.get('/api/v1/database/')).json.ids[0]}`;
  const post = (path: string, name: string, content: Content, fields: Readonly<Record<string, string>> = {}) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new Blob([content]), name);
    return client.send('POST', `${base}/${path}/`, { form });
  };
  const ended = async (jobId: string): Promise<UploadJob> => {
    for (;;) {
      const { result } = (await client.get(`${base}/upload/${jobId}`)).json;
      if (result.state !== 'running') return result;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    base,
    ended,
    stage: (name, content, fields) => post('upload_metadata', name, content, fields),
    send: (name, content, fields) => post('upload', name, content, fields),
    preview: async (name, content, fields) => {
      const answer = await post('upload_metadata', name, content, fields);
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.json.result;
    },
    load: async (preview, change = {}) => {
      const answer = await client.post(`${base}/upload/`, toBody(preview, change));
      if (answer.status !== 202) throw new Error(answer.text);
      return ended(answer.json.result.job_id);
    },
    columns: async (datasetId) => {
      const { result } = (await client.get(`/api/v1/dataset/${datasetId}`)).json;
      const columns: readonly { column_name: string; type: string }[] = result.columns;
      return Object.fromEntries(columns.map((column) => [column.column_name, column.type]));
    },
    rowCount: async (datasetId) => {
      const path = `/api/v1/datasource/samples?datasource_type=table&datasource_id=${datasetId}`;
      return (await client.post(path, {})).json.result.total_count;
    },
  };
}

/** A preview's columns as they were detected, to be loaded under the name that was proposed. */
export function toBody(preview: UploadPreview, change: Partial<UploadBody> = {}): UploadBody {
  const columns = preview.columns.map(({ name, detected_type }) => ({ source: name, name, type: detected_type }));
  return { upload_id: preview.upload_id, table_name: preview.table_name, columns, ...change };
}
