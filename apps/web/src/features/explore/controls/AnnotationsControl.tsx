import { HighlightOutlined } from '@ant-design/icons';
import { isRecord, parseFormula, toList } from '@powerset/chart-kit';
import { Field, Pill, Select, TextInput } from '@powerset/ui';
import { useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { EditorPopover } from '../editors/EditorPopover.tsx';
import { useExplore } from '../explore-context.tsx';
import type { ControlProps } from './control-props.ts';
import { Well } from './Well.tsx';

type Layer = Readonly<Record<string, unknown>>;

const newLayer: Layer = {
  annotationType: 'FORMULA',
  sourceType: '',
  name: '',
  value: '',
  show: true,
  showLabel: false,
  style: 'solid',
  width: 1,
  color: null,
};

/** Lines that are drawn beside the data: formulas of x. Layers of other kinds that a chart brings are kept and can be removed. */
export function AnnotationsControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const { definition } = useExplore();
  const layers = toList(value).filter(isRecord);
  const addRef = useRef<HTMLButtonElement>(null);
  const [edited, setEdited] = useState<{ readonly layer: Layer; readonly at: number } | null>(null);
  const takesFormulas = definition.annotationTypes?.includes('FORMULA') !== false;
  const save = (layer: Layer) => {
    if (!edited) return;
    onChange(
      edited.at < layers.length ? layers.map((other, at) => (at === edited.at ? layer : other)) : [...layers, layer],
    );
    setEdited(null);
  };
  return (
    <Well
      label={control.label}
      addLabel={takesFormulas ? t('Add annotation layer') : undefined}
      addRef={addRef}
      onAdd={() => setEdited({ layer: newLayer, at: layers.length })}
      onDropItem={() => undefined}
    >
      {layers.map((layer, at) => (
        <Pill
          key={String(layer.name)}
          icon={HighlightOutlined}
          name={String(layer.name)}
          value={layer.annotationType === 'FORMULA' ? String(layer.value) : undefined}
          onOpen={layer.annotationType === 'FORMULA' ? () => setEdited({ layer, at }) : undefined}
          onRemove={() => onChange(layers.filter((other) => other !== layer))}
        />
      ))}
      {edited ? (
        <LayerEditor
          anchor={addRef}
          layer={edited.layer}
          taken={layers.filter((_layer, at) => at !== edited.at).map((layer) => String(layer.name))}
          onSave={save}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </Well>
  );
}

interface LayerEditorProps {
  readonly anchor: React.RefObject<HTMLButtonElement | null>;
  readonly layer: Layer;
  readonly taken: readonly string[];
  readonly onSave: (layer: Layer) => void;
  readonly onClose: () => void;
}

function LayerEditor({ anchor, layer, taken, onSave, onClose }: LayerEditorProps) {
  const t = useT();
  const [draft, setDraft] = useState(layer);
  const name = String(draft.name);
  const formula = String(draft.value);
  const isBroken = formula.trim() !== '' && !parseFormula(formula);
  const isTaken = taken.includes(name);
  const canSave = name.trim() !== '' && formula.trim() !== '' && !isBroken && !isTaken;
  const patch = (change: Layer) => setDraft({ ...draft, ...change });
  return (
    <EditorPopover
      anchor={anchor}
      title={t('Formula')}
      canSave={canSave}
      onSave={() => onSave(draft)}
      onClose={onClose}
    >
      <div className="xp-editor__fields">
        <Field label={t('Name')} error={isTaken ? t('Another layer has this name') : null}>
          {(ids) => <TextInput {...ids} value={name} onChange={(next) => patch({ name: next })} />}
        </Field>
        <Field
          label={t('Formula')}
          error={isBroken ? t('Bad formula.') : null}
          help={t("Expects a formula with depending time parameter 'x'")}
        >
          {(ids) => <TextInput {...ids} value={formula} placeholder="2x+1" onChange={(value) => patch({ value })} />}
        </Field>
        <Field label={t('Style')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Style')}
              value={String(draft.style)}
              choices={['solid', 'dashed', 'dotted'].map((style) => ({ value: style, label: t(style) }))}
              onChange={(style) => patch({ style })}
            />
          )}
        </Field>
      </div>
    </EditorPopover>
  );
}
