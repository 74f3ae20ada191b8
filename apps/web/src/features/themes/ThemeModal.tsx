import { themeGroundOf } from '@powerset/chart-kit';
import type { WireTheme } from '@powerset/contract';
import { Checkbox, Field, Select, TextArea, TextInput } from '@powerset/ui';
import { useEffect, useState } from 'react';
import { postItem, resources, updateItem, useRenewSession } from '../../api/index.ts';
import { FieldPair, FormModal } from '../../controls/form-modal/index.ts';
import { useObjectTextProblem } from '../../controls/json-text/index.ts';
import { useT } from '../../i18n/index.ts';
import { tryTheme } from '../../theming/index.ts';
import { ColorToken } from './ColorToken.tsx';
import { FontField, LogoField } from './ThemeFiles.tsx';
import styles from './ThemeModal.module.css';
import {
  colorTokens,
  documentOf,
  readDataColors,
  readToken,
  withDataColors,
  withGround,
  withToken,
} from './theme-form.ts';

interface ThemeModalProps {
  /** Null makes a new one. */
  readonly theme: WireTheme | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const beginning = JSON.stringify({ token: {} }, null, 2);

function toShownText(text: string): string {
  const document = documentOf(text);
  return Object.keys(document).length > 0 ? JSON.stringify(document, null, 2) : text;
}

/** A theme's name, brand, colours and letters; all of it as JSON too. The page shows it while it is written. */
export function ThemeModal({ theme, onClose, onSaved }: ThemeModalProps) {
  const t = useT();
  const renewSession = useRenewSession();
  const [name, setName] = useState(theme?.theme_name ?? '');
  const [text, setText] = useState(() => (theme ? toShownText(theme.json_data) : beginning));
  const [isTried, setIsTried] = useState(true);
  const problem = useObjectTextProblem(text);
  useTrial(text, isTried && problem === null);
  const save = async () => {
    const body = { theme_name: name.trim(), json_data: text };
    if (theme) await updateItem(resources.themes, theme.id, body);
    else await postItem(resources.themes, body);
    onSaved();
    if (theme?.is_system_default || theme?.is_system_dark) await renewSession();
    return true;
  };
  return (
    <FormModal
      title={theme ? t('Edit theme') : t('Add theme')}
      width={800}
      isNew={theme === null}
      isComplete={name.trim() !== '' && problem === null}
      onSave={save}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <FieldPair>
            <Field label={t('Theme name')} error={errors.theme_name}>
              {(ids) => <TextInput {...ids} value={name} maxLength={250} onChange={setName} />}
            </Field>
            <GroundField text={text} onChange={setText} />
          </FieldPair>
          <Checkbox isChecked={isTried} onChange={setIsTried}>
            {t('Show this page in it while I edit')}
          </Checkbox>
          <ThemeFields text={text} onChange={setText} />
          <details className={styles.json} open={errors.json_data !== undefined || problem !== null || undefined}>
            <summary>{t('As JSON')}</summary>
            <Field
              label={t('Theme as JSON')}
              help={t('As Superset writes it: what has no field above stays as it stands here.')}
              error={problem ?? errors.json_data}
            >
              {(ids) => <TextArea {...ids} value={text} rows={14} isMono onChange={setText} />}
            </Field>
          </details>
        </>
      )}
    </FormModal>
  );
}

/** What was tried before the dialog came is tried no longer. */
function useTrial(text: string, isTried: boolean): void {
  useEffect(() => {
    void tryTheme(isTried ? { name: null, document: documentOf(text) } : null);
  }, [text, isTried]);
  useEffect(() => () => void tryTheme(null), []);
}

interface ThemeTextProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function GroundField({ text, onChange }: ThemeTextProps) {
  const t = useT();
  return (
    <Field label={t('Made for')}>
      {(ids) => (
        <Select
          {...ids}
          label={t('Made for')}
          value={themeGroundOf(documentOf(text)) ?? 'both'}
          choices={[
            { value: 'both', label: t('Light and dark, as each person chooses') },
            { value: 'light', label: t('Light') },
            { value: 'dark', label: t('Dark') },
          ]}
          onChange={(next) => onChange(withGround(text, next === 'light' || next === 'dark' ? next : null))}
        />
      )}
    </Field>
  );
}

function ThemeFields({ text, onChange }: ThemeTextProps) {
  const t = useT();
  const document = documentOf(text);
  const labels: Readonly<Record<(typeof colorTokens)[number], string>> = {
    colorPrimary: t('Accent'),
    colorLink: t('Links'),
    colorBgBase: t('Background'),
    colorTextBase: t('Text'),
    colorSuccess: t('Success'),
    colorWarning: t('Warning'),
    colorError: t('Error'),
    colorInfo: t('Information'),
  };
  const line = (token: string, label: string, placeholder: string) => (
    <Field label={label}>
      {(ids) => (
        <TextInput
          {...ids}
          value={readToken(document, token)}
          placeholder={placeholder}
          maxLength={100}
          onChange={(value) => onChange(withToken(text, token, value))}
        />
      )}
    </Field>
  );
  return (
    <>
      <FieldPair>
        {line('brandAppName', t('Product name'), 'Powerset')}
        <LogoField text={text} onChange={onChange} />
      </FieldPair>
      <div className={styles.colors}>
        {colorTokens.map((token) => (
          <ColorToken
            key={token}
            label={labels[token]}
            value={readToken(document, token)}
            onChange={(value) => onChange(withToken(text, token, value.trim()))}
          />
        ))}
      </div>
      <FieldPair>
        <FontField text={text} onChange={onChange} />
        <RadiusField text={text} onChange={onChange} />
      </FieldPair>
      <DataColorsField text={text} onChange={onChange} />
    </>
  );
}

function RadiusField({ text, onChange }: ThemeTextProps) {
  const t = useT();
  return (
    <Field label={t('Rounded corners, in pixels')}>
      {(ids) => (
        <TextInput
          {...ids}
          type="number"
          min={0}
          max={24}
          value={readToken(documentOf(text), 'borderRadius')}
          placeholder="6"
          onChange={(value) => onChange(withToken(text, 'borderRadius', value === '' ? '' : Number(value)))}
        />
      )}
    </Field>
  );
}

/** Written freely: what stands between two commas counts when the field is left. */
function DataColorsField({ text, onChange }: ThemeTextProps) {
  const t = useT();
  const known = readDataColors(documentOf(text));
  const [draft, setDraft] = useState<string | null>(null);
  const leave = () => {
    if (draft !== null && draft !== known) onChange(withDataColors(text, draft));
    setDraft(null);
  };
  return (
    <Field
      label={t('Colors of charts')}
      help={t('Up to ten, with commas between them, in the order in which names take them.')}
    >
      {(ids) => (
        <TextInput
          {...ids}
          value={draft ?? known}
          placeholder="#1b77b6, #c67b27, #089da3"
          onChange={setDraft}
          onBlur={leave}
        />
      )}
    </Field>
  );
}
