import { CheckOutlined, CopyOutlined } from '@ant-design/icons-svg';
import { useEffect, useState } from 'react';
import { IconButton } from '../controls/IconButton.tsx';
import { useUiTexts } from '../texts.tsx';
import styles from './CopyButton.module.css';

const SHOWN_MS = 1500;

/** Puts text on the clipboard; the icon says that it happened. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const texts = useUiTexts();
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => copyText(text).then(setIsCopied);
  return (
    <IconButton
      icon={isCopied ? CheckOutlined : CopyOutlined}
      size="small"
      label={isCopied ? texts.copied : (label ?? texts.copy)}
      onClick={copy}
    />
  );
}

/** Writes to the clipboard, also where the page is served without TLS and the clipboard interface is missing. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    const isDone = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (isDone) return true;
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  return isDone;
}

/** Code with a copy button. */
export function CodeView({ code, label }: { code: string; label?: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by the keyboard
    <section className={styles.code} tabIndex={0} aria-label={label}>
      <pre>{code}</pre>
      <span className={styles.copy}>
        <CopyButton text={code} />
      </span>
    </section>
  );
}
