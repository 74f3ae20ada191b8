import { addresses } from '../shell/index.ts';

/** Hands a datasource and its SQL to the SQL editor as the reference does: by posting a form. */
export function openInSqlEditor(datasourceKey: string, sql: string): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = addresses.sqlEditor;
  for (const [name, value] of Object.entries({ datasourceKey, sql })) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
