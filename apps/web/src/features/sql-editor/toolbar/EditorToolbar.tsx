import { DownOutlined, EllipsisOutlined, SaveOutlined, ShareAltOutlined } from '@ant-design/icons-svg';
import { Button, classNames, Icon, IconButton, MenuButton, type MenuEntry, textRoles, well } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { catalogsQuery, offersCatalogs, schemasQuery } from '../../../databases/index.ts';
import { formatDuration, useT } from '../../../i18n/index.ts';
import { useDatabases, useEditorSession, useRun } from '../context.tsx';
import { formatCount } from '../numbers.ts';
import parts from '../parts.module.css';
import { isActive, type RunEntry } from '../runs/run-store.ts';
import type { EditorTab } from '../tabs/tab.ts';
import { currentSchemaOf } from '../tree/current-schema.ts';
import styles from './EditorToolbar.module.css';
import { EstimateLine } from './EstimateLine.tsx';
import { limitChoices } from './limits.ts';
import { toPickerItems } from './picker-items.ts';

export interface EditorToolbarProps {
  readonly tab: EditorTab;
  readonly onRun: () => void;
  readonly onFormat: () => void;
  readonly onExplain: () => void;
  readonly onSave: () => void;
  readonly onShare: () => void;
  readonly menu: readonly MenuEntry[];
}

/** Run, stop, schema, limit at the left; format, save, share and the rest at the right. */
export function EditorToolbar({ tab, onRun, onFormat, onExplain, onSave, onShare, menu }: EditorToolbarProps) {
  const t = useT();
  const session = useEditorSession();
  const run = useRun(tab.latestQueryId);
  const isRunning = run ? isActive(run.query) : false;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('Query')}>
      <RunButton tab={tab} run={run} onRun={onRun} />
      {isRunning ? (
        <Button kind="danger" onClick={() => void session.stop(tab.id)}>
          <span className={styles.stop} aria-hidden />
          {t('Stop')}
        </Button>
      ) : null}
      {isRunning && run ? <Elapsed since={run.query.startDttm ?? 0} /> : null}
      <span className={styles.rule} />
      <CatalogPicker tab={tab} />
      <SchemaPicker tab={tab} />
      <LimitPicker tab={tab} />
      {isRunning ? null : <EstimateLine tab={tab} />}
      <span className={classNames(parts.end, styles.right)}>
        <Button
          kind="text"
          className={styles.roomy}
          isDisabled={tab.dbId === null || tab.sql.trim() === ''}
          onClick={onExplain}
        >
          {t('Explain')}
        </Button>
        <Button kind="text" className={styles.roomy} aria-keyshortcuts="Control+Shift+F" onClick={onFormat}>
          {t('Format', { context: 'verb' })}
        </Button>
        <Button icon={SaveOutlined} className={styles.save} aria-keyshortcuts="Control+S" onClick={onSave}>
          {t('Save')}
        </Button>
        <Button icon={ShareAltOutlined} className={styles.roomy} onClick={onShare}>
          {t('Share')}
        </Button>
        <MenuButton
          label={t('More')}
          items={menu}
          placement="bottom-end"
          trigger={<IconButton icon={EllipsisOutlined} label={t('More')} hasTooltip={false} />}
        />
      </span>
    </div>
  );
}

interface RunButtonProps {
  readonly tab: EditorTab;
  readonly run: RunEntry | undefined;
  readonly onRun: () => void;
}

function RunButton({ tab, run, onRun }: RunButtonProps) {
  const t = useT();
  const isRunning = run ? isActive(run.query) : false;
  const hasSelection = tab.selectedText.trim() !== '';
  if (isRunning)
    return (
      <Button kind="primary" className={styles.run} data-testid="run" onClick={() => undefined}>
        {run?.query.state === 'pending' ? t('Waiting') : t('Running')}
      </Button>
    );
  return (
    <Button
      kind="primary"
      className={styles.run}
      data-testid="run"
      aria-keyshortcuts="Control+Enter"
      title={`${t('Run')} (Ctrl Enter)`}
      isDisabled={tab.dbId === null || tab.sql.trim() === ''}
      onClick={onRun}
    >
      {hasSelection ? t('Run selection') : t('Run')}
    </Button>
  );
}

function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return <span className={styles.elapsed}>{formatDuration(Math.max(0, now - since))}</span>;
}

/** Only where the connection may read more than its own. */
function CatalogPicker({ tab }: { readonly tab: EditorTab }) {
  const t = useT();
  const session = useEditorSession();
  const database = useDatabases().find(({ id }) => id === tab.dbId);
  const isOffered = offersCatalogs(database);
  const catalogs = useQuery({ ...catalogsQuery(tab.dbId ?? 0), enabled: isOffered });
  if (!isOffered) return null;
  const shown = tab.catalog ?? database?.default_catalog ?? '';
  const onChoose = (name: string) =>
    session.change(tab.id, { catalog: name === database?.default_catalog ? null : name, schema: null });
  const items = toPickerItems(catalogs, { shown, onChoose }, t);
  return <Picker label={t('Catalog')} value={shown} items={items} />;
}

function SchemaPicker({ tab }: { readonly tab: EditorTab }) {
  const t = useT();
  const session = useEditorSession();
  const schemas = useQuery({ ...schemasQuery(tab.dbId ?? 0, tab.catalog), enabled: tab.dbId !== null });
  const names = schemas.data ?? [];
  const own = useDatabases().find(({ id }) => id === tab.dbId)?.default_schema;
  const shown = currentSchemaOf(tab.schema, { names, own }) ?? '';
  const onChoose = (schema: string) => session.change(tab.id, { schema });
  const items = toPickerItems(schemas, { shown, onChoose }, t);
  return <Picker label={t('Schema')} value={shown} items={items} />;
}

function LimitPicker({ tab }: { readonly tab: EditorTab }) {
  const t = useT();
  const session = useEditorSession();
  const items = limitChoices(tab.maxRow).map((limit) => ({
    key: String(limit),
    label: formatCount(limit),
    isChecked: limit === tab.queryLimit,
    ...(limit === tab.maxRow ? { hint: t('maximum') } : {}),
    onSelect: () => session.change(tab.id, { queryLimit: limit }),
  }));
  return <Picker label={t('Limit')} value={formatCount(tab.queryLimit)} items={items} />;
}

interface PickerProps {
  readonly label: string;
  readonly value: string;
  readonly items: readonly MenuEntry[];
}

function Picker({ label, value, items }: PickerProps) {
  return (
    <MenuButton
      label={label}
      items={items}
      trigger={
        <button type="button" className={classNames(well.middle, styles.picker)} aria-label={`${label} ${value}`}>
          <span className={styles.pickerLabel}>{label}</span>{' '}
          <span dir="auto" className={classNames(parts.strong, textRoles.truncated)}>
            {value}
          </span>
          <span className={parts.end}>
            <Icon of={DownOutlined} size={10} />
          </span>
        </button>
      }
    />
  );
}
