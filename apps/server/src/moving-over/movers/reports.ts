import { reportCreationMethods, reportFormats, reportTypes } from '@powerset/contract';
import { CronError, isTimeZone, parseCron } from '../../cron/index.ts';
import { type Document, isJson, type NewRow, parseDocument } from '../../metadata/index.ts';
import { type Mover, type Moving, noteOn } from '../moving.ts';
import { MovingProblem } from '../moving-problem.ts';
import type { Place } from '../numbers.ts';
import { columns, orLeaveOut, portionsOf } from '../read-rows.ts';
import type { SourceRow } from '../values.ts';
import { wordsOf } from './databases.ts';
import { auditColumns, moveOwners, toAudit } from './shared.ts';

const reportColumns = columns(
  `${auditColumns} type name crontab creation_method timezone report_format chart_id dashboard_id database_id validator_type log_retention grace_period working_timeout force_screenshot custom_width email_subject`,
  'description context_markdown sql validator_config_json extra_json',
);

/** Reports and alerts, all of them paused: nobody gets anything twice while both installations run. */
export const moveReports: Mover = async (moving) => {
  const { source, store, numbers, notes } = moving;
  for await (const rows of portionsOf(source, 'report_schedule', { columns: reportColumns }))
    for (const row of rows) {
      const place = numbers.placeOf('reports', row.id);
      if (!place?.isNew) continue;
      const about = { kind: 'reports', id: row.id, name: place.name } as const;
      const values = await orLeaveOut(moving, about, () => toValues(moving, row, place));
      if (!values) numbers.drop('reports', row.id);
      if (!values) continue;
      await store.insertInto('reports').values(values).execute();
      notes.count('reports', 'moved');
    }
  await moveRecipients(moving);
  await moveOwners(moving, {
    type: 'report',
    table: 'reports',
    from: 'report_schedule_user',
    column: 'report_schedule_id',
  });
  await setRunners(moving);
};

function toValues(moving: Moving, row: SourceRow, place: Place): NewRow<'reports'> {
  const note = noteOn(moving, 'reports', { id: row.id, name: place.name });
  const audit = toAudit(moving, row);
  const method = reportCreationMethods.find((one) => one === row.text('creation_method'));
  const width = row.number('custom_width');
  return {
    id: place.id,
    name: place.name,
    ...toContent(moving, row),
    crontab: toCrontab(row),
    timezone: toZone(row, note.changed),
    creation_method: method ?? 'alerts_reports',
    report_format: toFormat(row, note.changed),
    description: row.text('description'),
    context_markdown: row.text('context_markdown'),
    email_subject: row.text('email_subject') || null,
    active: 0,
    next_run_on: null,
    last_state: 'Not triggered',
    log_retention: toSeconds(row, 'log_retention', 90),
    grace_period: toSeconds(row, 'grace_period', 14_400),
    working_timeout: toSeconds(row, 'working_timeout', 3600),
    force_screenshot: row.flag('force_screenshot'),
    custom_width: width !== null && width >= 600 && width <= 2400 ? Math.trunc(width) : null,
    extra_json: toExtra(row),
    run_as_fk: audit.created_by_fk,
    ...audit,
  };
}

/** A name is unique within its type. */
function toContent({ numbers }: Moving, row: SourceRow) {
  const type = reportTypes.find((one) => one === row.text('type'));
  if (!type) throw new MovingProblem('it is neither a report nor an alert');
  const chartId = numbers.idOf('charts', row.number('chart_id'));
  const dashboardId = numbers.idOf('dashboards', row.number('dashboard_id'));
  if (chartId === null && dashboardId === null) throw new MovingProblem('what it sends does not come');
  const databaseId = numbers.idOf('databases', row.number('database_id'));
  if (type === 'Alert' && databaseId === null) throw new MovingProblem('the database that it asks does not come');
  const config = row.text('validator_config_json');
  const validator = row.text('validator_type') === 'operator' ? 'operator' : 'not null';
  return {
    type,
    chart_id: chartId,
    dashboard_id: chartId === null ? dashboardId : null,
    database_id: type === 'Alert' ? databaseId : null,
    sql: type === 'Alert' ? row.text('sql') : null,
    validator_type: type === 'Alert' ? validator : null,
    validator_config_json: config && isJson(config) ? config : '{}',
  };
}

function toCrontab(row: SourceRow): string {
  const text = row.text('crontab')?.trim() ?? '';
  try {
    parseCron(text);
    return text;
  } catch (error) {
    if (error instanceof CronError) throw new MovingProblem(`its times are not understood (${error.message})`);
    throw error;
  }
}

function toZone(row: SourceRow, note: (text: string) => void): string {
  const zone = row.text('timezone') || 'UTC';
  if (isTimeZone(zone)) return zone;
  note(`no time zone is called ${zone.slice(0, 50)}: its times are in UTC`);
  return 'UTC';
}

function toFormat(row: SourceRow, note: (text: string) => void): string {
  const given = row.text('report_format') ?? 'PNG';
  const format = reportFormats.find((one) => one === given) ?? 'PNG';
  const isOfDashboard = row.number('chart_id') === null;
  const moved = isOfDashboard && format !== 'PDF' ? 'PNG' : format;
  if (moved !== given) note(`is sent as ${moved} here, not as ${given.slice(0, 20)}`);
  return moved;
}

function toSeconds(row: SourceRow, name: string, usual: number): number {
  const value = row.number(name);
  return value !== null && value >= 0 && value < 2 ** 31 ? Math.trunc(value) : usual;
}

function toExtra(row: SourceRow): string {
  const { dashboard } = parseDocument(row.text('extra_json')) ?? {};
  return JSON.stringify(dashboard === undefined ? {} : { dashboard });
}

async function moveRecipients(moving: Moving): Promise<void> {
  const { source, store, numbers, parts } = moving;
  const asked = columns('id type report_schedule_id', 'recipient_config_json');
  for await (const rows of portionsOf(source, 'report_recipient', { columns: asked }))
    for (const row of rows) {
      const place = numbers.placeOf('reports', row.number('report_schedule_id'));
      if (!place?.isNew) continue;
      const about = { kind: 'reports', id: row.number('report_schedule_id') ?? 0, name: place.name } as const;
      const recipient = await orLeaveOut(moving, about, () => toRecipient(parts, row));
      if (!recipient) continue;
      await store
        .insertInto('report_recipients')
        .values({ report_id: place.id, ...recipient })
        .execute();
    }
}

function toRecipient({ readRecipient }: Moving['parts'], row: SourceRow) {
  const type = row.text('type') ?? '';
  const config: Document = parseDocument(row.text('recipient_config_json')) ?? {};
  try {
    return readRecipient(type, config);
  } catch (error) {
    throw new MovingProblem(`a recipient (${type.slice(0, 20)}) was left out: ${wordsOf(error)}`);
  }
}

/** Whoever owns a report answers for it: the one who made it where he owns it. */
async function setRunners({ source, store, numbers }: Moving): Promise<void> {
  for await (const rows of portionsOf(source, 'report_schedule', { columns: columns('id created_by_fk') }))
    for (const row of rows) {
      const place = numbers.placeOf('reports', row.id);
      if (!place?.isNew) continue;
      const owners = await store
        .selectFrom('owners')
        .select('user_id')
        .where('object_type', '=', 'report')
        .where('object_id', '=', place.id)
        .orderBy('user_id')
        .execute();
      const maker = numbers.idOf('users', row.number('created_by_fk'));
      const runner = owners.find(({ user_id }) => user_id === maker) ?? owners[0];
      if (runner)
        await store.updateTable('reports').set({ run_as_fk: runner.user_id }).where('id', '=', place.id).execute();
    }
}
