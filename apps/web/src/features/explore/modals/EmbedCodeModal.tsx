import { Button, CodeView, Field, Modal, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { FieldPair } from '../../../controls/form-modal/index.ts';
import { useT } from '../../../i18n/index.ts';

interface EmbedCodeModalProps {
  /** Whole, and of the chart as it stands alone. */
  readonly url: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** What a page of another site takes to show the chart in a frame. */
export function EmbedCodeModal({ url, name, onClose }: EmbedCodeModalProps) {
  const t = useT();
  const [width, setWidth] = useState('100%');
  const [height, setHeight] = useState('400');
  return (
    <Modal title={t('Embed code')} width={800} onClose={onClose} foot={<Button onClick={onClose}>{t('Close')}</Button>}>
      <p>
        {t(
          'It shows the chart to whoever may open it here and is signed in, or to everybody where visitors may. The sites that may show it are a setting of the server (POWERSET_FRAME_SITES).',
        )}
      </p>
      <FieldPair>
        <Field label={t('Width')}>
          {(ids) => <TextInput {...ids} value={width} maxLength={10} onChange={setWidth} />}
        </Field>
        <Field label={t('Height')}>
          {(ids) => <TextInput {...ids} value={height} maxLength={10} onChange={setHeight} />}
        </Field>
      </FieldPair>
      <CodeView label={t('Embed code')} code={frameCode({ url, name, width, height })} />
    </Modal>
  );
}

interface Frame {
  readonly url: string;
  readonly name: string;
  readonly width: string;
  readonly height: string;
}

/** A frame for any page; what somebody wrote stays text. */
export function frameCode({ url, name, width, height }: Frame): string {
  const lines = [
    ['src', url],
    ['title', name],
    ['width', width.trim() || '100%'],
    ['height', height.trim() || '400'],
    ['style', 'border: 0'],
  ];
  return `<iframe\n${lines.map(([key, value = '']) => `  ${key}="${escaped(value)}"`).join('\n')}\n></iframe>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
