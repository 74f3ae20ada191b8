import { SearchOutlined } from '@ant-design/icons-svg';
import {
  Button,
  Checkbox,
  checkLine,
  classNames,
  Field,
  Modal,
  RadioGroup,
  sayBeside,
  TextInput,
  textRoles,
} from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, api, errorText } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import { useUserId } from '../shell/index.ts';
import styles from './SaveDatasetModal.module.css';
import {
  canSave,
  createExploreAddress,
  type ExistingDataset,
  listOwnDatasets,
  type QuerySource,
  type SaveChoice,
  saveDataset,
  saveModes,
  suggestDatasetName,
} from './save-dataset.ts';

/** What narrows the rows beside the query itself, each part of which may be left out. */
export interface Carried {
  readonly parts: readonly { readonly key: string; readonly text: string }[];
  /** The query with these parts in it. */
  readonly toSql: (keys: readonly string[]) => Promise<string>;
}

interface SaveDatasetModalProps {
  readonly source: QuerySource;
  readonly carried?: Carried | null;
  readonly onClose: () => void;
  /** Said on the buttons instead of `Save & Explore` and `Overwrite & Explore`. */
  readonly saveLabel?: string;
  readonly overwriteLabel?: string;
  /** More of the first chart's form. */
  readonly form?: Readonly<Record<string, unknown>>;
  /** Explore opens in a window of its own unless this is false. */
  readonly opensWindow?: boolean;
  /** After a failure, for those who have words of their own for it. */
  readonly onFailed?: (error: unknown) => void;
}

/** Makes a dataset of a query, or replaces the query of an existing one, and goes on to its chart. */
export function SaveDatasetModal({ source, onClose, ...options }: SaveDatasetModalProps) {
  const t = useT();
  const { choice, change, step, setStep, isBusy, error, save, keys, setKeys } = useSaving({
    source,
    onClose,
    ...options,
  });
  const isNew = choice.mode === saveModes.saveNew;
  const isReady = canSave(choice);
  const submit = () => {
    if (!isReady || isBusy) return;
    if (isNew || step === 'confirm') void save();
    else setStep('confirm');
  };
  const saveLabel = options.saveLabel ?? t('Save & Explore');
  const overwriteLabel = options.overwriteLabel ?? t('Overwrite & Explore');
  return (
    <Modal
      title={t('Save or Overwrite dataset')}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <>
          {step === 'confirm' ? (
            <Button onClick={() => setStep('choose')}>{t('Back')}</Button>
          ) : (
            <Button onClick={onClose}>{t('Cancel')}</Button>
          )}
          <Button
            kind={step === 'confirm' ? 'danger-solid' : 'primary'}
            type="submit"
            isDisabled={!isReady}
            isBusy={isBusy}
          >
            {isNew ? saveLabel : overwriteLabel}
          </Button>
        </>
      }
    >
      {step === 'confirm' ? (
        <ConfirmOverwrite error={error} />
      ) : (
        <div className={styles.form}>
          <p className={styles.quiet}>{t('Save this query as a virtual dataset to continue exploring')}</p>
          <RadioGroup
            label={t('Dataset')}
            name="dataset-mode"
            value={choice.mode}
            choices={[
              { value: saveModes.saveNew, label: t('Save as new') },
              { value: saveModes.overwrite, label: t('Overwrite existing') },
            ]}
            onChange={(mode) => change({ mode })}
          />
          {isNew ? (
            <Field label={t('Dataset name')} error={error}>
              {(ids) => (
                <TextInput {...ids} value={choice.name} onChange={(name) => change({ name })} maxLength={250} />
              )}
            </Field>
          ) : (
            <ExistingDatasets chosen={choice.existingId} onChoose={(existingId) => change({ existingId })} />
          )}
          {options.carried ? <CarriedParts carried={options.carried} keys={keys} onChange={setKeys} /> : null}
        </div>
      )}
    </Modal>
  );
}

function ConfirmOverwrite({ error }: { readonly error: string | null }) {
  const t = useT();
  return (
    <div className={styles.form}>
      <p>{t('Are you sure you want to overwrite this dataset?')}</p>
      {error ? (
        <p className={styles.problem} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}

interface CarriedPartsProps {
  readonly carried: Carried;
  readonly keys: readonly string[];
  readonly onChange: (keys: readonly string[]) => void;
}

/** The dataset asks for what its maker sees, in words, unless that is left out. */
function CarriedParts({ carried: { parts }, keys, onChange }: CarriedPartsProps) {
  const t = useT();
  return (
    <fieldset className={styles.carried}>
      <legend className={styles.legend}>{t('Only the rows that are shown')}</legend>
      {parts.map(({ key, text }) => (
        <Checkbox
          key={key}
          isChecked={keys.includes(key)}
          onChange={(isOn) => onChange(isOn ? [...keys, key] : keys.filter((other) => other !== key))}
        >
          <span className={styles.part}>{text}</span>
        </Checkbox>
      ))}
      {keys.length < parts.length ? (
        <p className={styles.quiet}>{t('What is left out narrows only this view, not the dataset.')}</p>
      ) : null}
    </fieldset>
  );
}

/** What is chosen, and what the button does with it. */
function useSaving({ source, carried, onClose, form, opensWindow = true, onFailed }: SaveDatasetModalProps) {
  const t = useT();
  const navigate = useNavigate();
  const [choice, setChoice] = useState<SaveChoice>(() => ({
    mode: saveModes.saveNew,
    name: suggestDatasetName(source.name, t('Untitled Dataset'), new Date()),
    existingId: null,
  }));
  const [step, setStep] = useState<'choose' | 'confirm'>('choose');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [keys, setKeys] = useState<readonly string[]>(() => carried?.parts.map(({ key }) => key) ?? []);
  const change = (part: Partial<SaveChoice>) => {
    setError(null);
    setChoice({ ...choice, ...part });
  };
  const explore = async (id: number) => {
    const address = await createExploreAddress(api, id, form);
    // A browser that refuses windows gets the chart in this one.
    if (!opensWindow || window.open(address, '_blank') === null) void navigate(address);
    onClose();
  };
  const save = async () => {
    const say = sayBeside();
    setIsBusy(true);
    setError(null);
    try {
      const tell = (failure: unknown) => say.danger(toText(failure));
      const query = carried && keys.length > 0 ? { ...source, sql: await carried.toSql(keys) } : source;
      await explore(await saveDataset({ api, tell }, query, choice));
    } catch (failure) {
      setError(toText(failure));
      say.danger(t('An error occurred saving dataset'));
      onFailed?.(failure);
      setIsBusy(false);
    }
  };
  return { choice, change, step, setStep, isBusy, error, save, keys, setKeys };
}

function toText(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error);
  return Object.values(error.fields).flat()[0] ?? error.message;
}

const searchDelayMs = 250;

interface ExistingDatasetsProps {
  readonly chosen: number | null;
  readonly onChoose: (id: number) => void;
}

/** The person's own virtual datasets, found by their names. */
function ExistingDatasets({ chosen, onChoose }: ExistingDatasetsProps) {
  const t = useT();
  const userId = useUserId() ?? 0;
  const [text, setText] = useState('');
  const search = useLater(text, searchDelayMs);
  const found = useQuery({
    queryKey: ['dataset', 'own-virtual', userId, search],
    queryFn: () => listOwnDatasets(api, { userId, search }),
    placeholderData: (last) => last,
  });
  return (
    <Field label={t('Existing dataset')} error={found.error ? errorText(found.error) : null}>
      {(ids) => (
        <>
          <TextInput
            {...ids}
            icon={SearchOutlined}
            placeholder={t('Search datasets')}
            value={text}
            onChange={setText}
          />
          <div className={styles.datasets} role="radiogroup" aria-label={t('Existing dataset')}>
            {(found.data ?? []).map((dataset) => (
              <ExistingRow key={dataset.id} dataset={dataset} isChosen={dataset.id === chosen} onChoose={onChoose} />
            ))}
            {found.data?.length === 0 ? (
              <p className={classNames(styles.quiet, styles.nothing)}>
                {search ? t('No dataset of yours fits.') : t('You own no virtual dataset yet.')}
              </p>
            ) : null}
          </div>
        </>
      )}
    </Field>
  );
}

interface ExistingRowProps {
  readonly dataset: ExistingDataset;
  readonly isChosen: boolean;
  readonly onChoose: (id: number) => void;
}

function ExistingRow({ dataset, isChosen, onChoose }: ExistingRowProps) {
  return (
    <label className={classNames(checkLine, styles.row)}>
      <input type="radio" name="existing-dataset" checked={isChosen} onChange={() => onChoose(dataset.id)} />
      <span dir="auto" className={textRoles.truncated}>
        {dataset.table_name}
      </span>
      {dataset.schema ? <span className={classNames(styles.quiet, styles.place)}>{dataset.schema}</span> : null}
    </label>
  );
}

/** A value once it has rested for a while. */
function useLater(value: string, delayMs: number): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return later;
}
