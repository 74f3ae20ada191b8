import { DownOutlined } from '@ant-design/icons-svg';
import type { ParameterKind, WireTemplate } from '@powerset/contract';
import { Button, Icon, MenuButton, type MenuEntry, textRoles } from '@powerset/ui';
import { Suspense, useId, useState } from 'react';
import { msg, useT } from '../../../i18n/index.ts';
import { lazyPart } from '../../../shell/index.ts';
import { useEditorSession } from '../context.tsx';
import type { EditorTab } from '../tabs/tab.ts';
import styles from './ParameterBar.module.css';
import { ParameterField } from './ParameterField.tsx';
import {
  changeParameter,
  convertValue,
  type Declaration,
  declarationOf,
  isReadable,
  readValue,
} from './template-params.ts';

const ParameterQueryModal = lazyPart(async () => (await import('./ParameterQueryModal.tsx')).ParameterQueryModal);

export interface ParameterBarProps {
  readonly tab: EditorTab;
  readonly template: WireTemplate;
  readonly isRenderedShown: boolean;
  readonly onShowRendered: (isShown: boolean) => void;
  /** Opens the parameters as JSON. */
  readonly onEdit: () => void;
  readonly onRun: () => void;
}

/** A field for each parameter of the text, below the tools; its label chooses what it holds. */
export function ParameterBar({ tab, template, isRenderedShown, onShowRendered, onEdit, onRun }: ParameterBarProps) {
  const t = useT();
  const fields = isReadable(tab.templateParams) ? template.parameters : [];
  return (
    <section className={styles.bar} aria-label={t('Parameters')}>
      <div className={styles.fields}>
        {fields.map((parameter) => (
          <Parameter
            key={`${tab.id} ${parameter.name}`}
            tab={tab}
            parameter={parameter}
            isMissing={template.missing.includes(parameter.name)}
            onEdit={onEdit}
            onRun={onRun}
          />
        ))}
        {fields.length === 0 ? (
          <span className={styles.note}>{template.problem ?? t('The text is a template without parameters.')}</span>
        ) : null}
      </div>
      <Button kind="text" size="small" isOn={isRenderedShown} onClick={() => onShowRendered(!isRenderedShown)}>
        {t('Rendered SQL')}
      </Button>
    </section>
  );
}

const typeNames: Readonly<Record<ParameterKind, string>> = {
  text: msg('Text'),
  number: msg('Number'),
  date: msg('Date'),
  list: msg('List'),
  sql: msg('SQL as written'),
};
// The table above names each kind.
const types = Object.keys(typeNames) as ParameterKind[];

interface ParameterProps extends Pick<ParameterBarProps, 'tab' | 'onEdit' | 'onRun'> {
  readonly parameter: WireTemplate['parameters'][number];
  readonly isMissing: boolean;
}

function Parameter({ tab, parameter, isMissing, onEdit, onRun }: ParameterProps) {
  const t = useT();
  const session = useEditorSession();
  const fieldId = useId();
  const [isQueryOpen, setIsQueryOpen] = useState(false);
  const { name } = parameter;
  const declaration = declarationOf(tab.templateParams, name) ?? { type: parameter.kind };
  const value = readValue(tab.templateParams, name);
  const change = (next: Declaration, nextValue = convertValue(value, next.type)) =>
    session.change(tab.id, {
      templateParams: changeParameter(tab.templateParams, { name, declaration: next, value: nextValue }),
    });
  const items: readonly MenuEntry[] = [
    ...types.map((type) => ({
      key: type,
      label: t(typeNames[type]),
      isChecked: type === declaration.type && !declaration.query,
      onSelect: () => change({ type }),
    })),
    { kind: 'rule', key: 'rule' },
    {
      key: 'query',
      label: t('Values from a query'),
      isChecked: Boolean(declaration.query),
      onSelect: () => setIsQueryOpen(true),
    },
    { key: 'json', label: t('Edit as JSON'), onSelect: onEdit },
  ];
  return (
    <div className={styles.parameter}>
      <MenuButton
        label={t('Type of {{name}}', { name })}
        items={items}
        trigger={
          <button
            type="button"
            className={styles.name}
            aria-label={t('Type of {{name}}: {{type}}', { name, type: t(typeNames[declaration.type]) })}
          >
            <span dir="auto" className={textRoles.truncated}>
              {name}
            </span>
            <Icon of={DownOutlined} size={10} />
          </button>
        }
      />
      <ParameterField
        id={fieldId}
        tab={tab}
        name={name}
        declaration={declaration}
        value={value}
        isMissing={isMissing}
        onChange={(next) => change(declaration, next)}
        onRun={onRun}
      />
      {isQueryOpen ? (
        <Suspense fallback={null}>
          <ParameterQueryModal
            name={name}
            declaration={declaration}
            onSave={(next) => change(next)}
            onClose={() => setIsQueryOpen(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
