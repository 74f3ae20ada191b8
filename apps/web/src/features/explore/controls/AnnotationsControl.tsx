import { EyeInvisibleOutlined, FunctionOutlined, HighlightOutlined } from '@ant-design/icons-svg';
import { type AnnotationType, isRecord, toList } from '@powerset/chart-kit';
import { classNames, Icon, Pill } from '@powerset/ui';
import { useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useAnnotations } from '../annotations-context.tsx';
import { useExplore } from '../explore-context.tsx';
import parts from '../parts.module.css';
import { AnnotationEditor } from './AnnotationEditor.tsx';
import styles from './AnnotationsControl.module.css';
import { type AnnotationDraft, annotationTypeLabels, newAnnotation } from './annotation-draft.ts';
import type { ControlProps } from './control-props.ts';
import { Well } from './Well.tsx';

interface Edited {
  readonly layer: AnnotationDraft;
  readonly at: number;
}

/** What is drawn beside the data: formulas, moments, spans and other series. */
export function AnnotationsControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const { definition } = useExplore();
  const layers = toList(value).filter(isRecord);
  const addRef = useRef<HTMLButtonElement>(null);
  const [edited, setEdited] = useState<Edited | null>(null);
  const types = definition.annotationTypes ?? [];
  const [first] = types;
  const put = (next: readonly AnnotationDraft[]) => {
    onChange(next);
    setEdited(null);
  };
  const save = (layer: AnnotationDraft) =>
    edited &&
    put(edited.at < layers.length ? layers.map((other, at) => (at === edited.at ? layer : other)) : [...layers, layer]);
  return (
    <>
      <Well
        label={t(control.label)}
        addLabel={first ? t('Add annotation layer') : undefined}
        addRef={addRef}
        onAdd={() => first && setEdited({ layer: newAnnotation(first), at: layers.length })}
        onDropItem={() => undefined}
      >
        {layers.map((layer, at) => (
          <LayerPill
            key={String(layer.name)}
            layer={layer}
            onOpen={() => setEdited({ layer, at })}
            onRemove={() => onChange(layers.filter((other) => other !== layer))}
          />
        ))}
      </Well>
      <LayerErrors />
      {edited ? (
        <AnnotationEditor
          anchor={addRef}
          layer={edited.layer}
          types={types}
          taken={layers.filter((_layer, at) => at !== edited.at).map((layer) => String(layer.name))}
          onSave={save}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </>
  );
}

interface LayerPillProps {
  readonly layer: AnnotationDraft;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function LayerPill({ layer, onOpen, onRemove }: LayerPillProps) {
  const t = useT();
  const { annotationError } = useAnnotations();
  const name = String(layer.name);
  return (
    <Pill
      icon={layer.annotationType === 'FORMULA' ? FunctionOutlined : HighlightOutlined}
      name={name}
      value={<LayerState layer={layer} error={annotationError[name]} />}
      hasValueAtEnd
      onOpen={onOpen}
      onRemove={onRemove}
      removeLabel={t('Remove {{name}}', { name })}
    />
  );
}

/** Failed, hidden, or what kind of layer it is. */
function LayerState({ layer, error }: { layer: AnnotationDraft; error: string | undefined }) {
  const t = useT();
  if (layer.show === false) {
    return (
      <span className={parts.pillNote} title={t('Hidden')}>
        <Icon of={EyeInvisibleOutlined} size={12} /> {t('Hidden')}
      </span>
    );
  }
  if (error !== undefined) {
    const text = error || t('The annotation layer could not be loaded');
    return (
      <span role="img" aria-label={text} title={text} className={classNames(parts.pillNote, styles.failed)}>
        !
      </span>
    );
  }
  const kind = layer.annotationType === 'FORMULA' ? String(layer.value) : t(annotationTypeLabels[kindOf(layer)]);
  return <span className={parts.pillNote}>{kind}</span>;
}

const kindOf = (layer: AnnotationDraft): AnnotationType =>
  layer.annotationType === 'EVENT' || layer.annotationType === 'INTERVAL' || layer.annotationType === 'TIME_SERIES'
    ? layer.annotationType
    : 'FORMULA';

/** The layers that failed, by name; what is wrong with the control itself comes first. */
function LayerErrors() {
  const t = useT();
  const { problems } = useExplore();
  const { annotationError } = useAnnotations();
  const names = Object.keys(annotationError);
  if (names.length === 0 || problems.some((problem) => problem.control === 'annotation_layers')) return null;
  return (
    <div className={parts.problem} role="alert" data-test="annotation-errors">
      {t('Annotation layers failed: {{names}}', { names: names.join(', ') })}
    </div>
  );
}
