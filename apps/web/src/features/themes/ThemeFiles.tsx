import { FontSizeOutlined } from '@ant-design/icons-svg';
import { themeEndpoints, type WireThemeFile } from '@powerset/contract';
import { Button, Field, Pill, TextInput } from '@powerset/ui';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError, api, errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import styles from './ThemeFiles.module.css';
import { documentOf, familyOf, readFontFaces, readToken, withFont, withoutFont, withToken } from './theme-form.ts';

interface ThemeTextProps {
  /** The theme's JSON. */
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** The logo: uploaded, or at an address. */
export function LogoField({ text, onChange }: ThemeTextProps) {
  const t = useT();
  const logo = readToken(documentOf(text), 'brandLogoUrl');
  return (
    <UploadField
      accept="image/png,image/jpeg,image/gif,image/webp,image/svg+xml"
      buttonLabel={t('Upload a logo')}
      onFile={({ url }) => onChange(withToken(text, 'brandLogoUrl', url))}
    >
      {(button, problem) => (
        <Field label={t('Logo')} error={problem} help={t('Beside the name, where the product’s own mark stands.')}>
          {(ids) => (
            <>
              <div className={styles.line}>
                <TextInput
                  {...ids}
                  value={logo}
                  placeholder={t('An address, or a file')}
                  onChange={(value) => onChange(withToken(text, 'brandLogoUrl', value.trim()))}
                />
                {button}
              </div>
              {logo ? <img className={styles.logo} src={logo} alt="" /> : null}
            </>
          )}
        </Field>
      )}
    </UploadField>
  );
}

/** The letters: named, and where the computer may not have them, uploaded. */
export function FontField({ text, onChange }: ThemeTextProps) {
  const t = useT();
  const document = documentOf(text);
  const faces = readFontFaces(document);
  return (
    <UploadField
      accept=".woff2,.woff,.ttf,.otf"
      buttonLabel={t('Upload a font')}
      onFile={({ url }, name) => onChange(withFont(text, { family: familyOf(name), url }))}
    >
      {(button, problem) => (
        <Field
          label={t('Font')}
          error={problem}
          help={t('The first that there is. Fonts of other sites are not loaded: upload their files.')}
        >
          {(ids) => (
            <>
              <div className={styles.line}>
                <TextInput
                  {...ids}
                  value={readToken(document, 'fontFamily')}
                  placeholder={t('As in the product')}
                  maxLength={200}
                  onChange={(value) => onChange(withToken(text, 'fontFamily', value))}
                />
                {button}
              </div>
              {faces.length > 0 ? (
                <div className={styles.fonts}>
                  {faces.map(({ family }) => (
                    <Pill
                      key={family}
                      icon={FontSizeOutlined}
                      name={family}
                      onRemove={() => onChange(withoutFont(text, family))}
                      removeLabel={t('Remove {{name}}', { name: family })}
                    />
                  ))}
                </div>
              ) : null}
            </>
          )}
        </Field>
      )}
    </UploadField>
  );
}

interface UploadFieldProps {
  readonly accept: string;
  readonly buttonLabel: string;
  readonly onFile: (file: WireThemeFile, name: string) => void;
  readonly children: (button: ReactNode, problem: string | null) => ReactNode;
}

function UploadField({ accept, buttonLabel, onFile, children }: UploadFieldProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (file: File | undefined) => {
    if (!file) return;
    setIsBusy(true);
    try {
      const body = new FormData();
      body.append('file', file);
      const { result } = await api.callEndpoint(themeEndpoints.uploadFile, { body });
      setProblem(null);
      onFile(result, file.name);
    } catch (error) {
      const [said] = error instanceof ApiError ? (error.fields.file ?? []) : [];
      setProblem(said === undefined ? errorText(error) : t(said));
    } finally {
      setIsBusy(false);
    }
  };
  const button = (
    <>
      <Button isBusy={isBusy} onClick={() => input.current?.click()}>
        {buttonLabel}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={buttonLabel}
        className={styles.hidden}
        onChange={(event) => {
          void send(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
  return children(button, problem);
}
