import { embeddedDashboardEndpoints, type WireEmbeddedDashboard } from '@powerset/contract';
import {
  Button,
  CodeView,
  CopyButton,
  Field,
  FieldError,
  ListSkeleton,
  Modal,
  sayBeside,
  TextArea,
} from '@powerset/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api, errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useDashboard } from '../state/index.ts';
import { DialogFields } from './DialogFields.tsx';
import styles from './EmbedModal.module.css';

type Embedding = WireEmbeddedDashboard | null;

const embeddingKey = (id: number) => ['embedding', id];

/** How the dashboard is embedded; null while it is not. */
function useEmbedding(id: number) {
  return useQuery({
    queryKey: embeddingKey(id),
    queryFn: async ({ signal }): Promise<Embedding> => {
      try {
        return (await api.callEndpoint(embeddedDashboardEndpoints.get, { params: { id }, signal })).result;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    retry: false,
    refetchOnWindowFocus: false,
  });
}

/** Lets pages of other sites show the dashboard: which, under which name, and how their pages do it. */
export function EmbedModal({ onClose }: { onClose: () => void }) {
  const t = useT();
  const id = useDashboard((state) => state.dashboard.id);
  const { data, error } = useEmbedding(id);
  const [isEnding, setIsEnding] = useState(false);
  if (isEnding) return <EndEmbeddingModal onStay={() => setIsEnding(false)} />;
  if (data !== undefined)
    return (
      <EmbeddingForm
        key={data ? `${data.uuid} ${data.changed_on}` : ''}
        embedding={data}
        onEnd={() => setIsEnding(true)}
        onClose={onClose}
      />
    );
  return (
    <Modal title={t('Embed dashboard')} onClose={onClose}>
      {error ? <FieldError>{errorText(error)}</FieldError> : <ListSkeleton rows={3} />}
    </Modal>
  );
}

interface EmbeddingFormProps {
  readonly embedding: Embedding;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

function EmbeddingForm({ embedding, onEnd, onClose }: EmbeddingFormProps) {
  const t = useT();
  const id = useDashboard((state) => state.dashboard.id);
  const queryClient = useQueryClient();
  const [text, setText] = useState(embedding?.allowed_domains.join('\n') ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    const say = sayBeside();
    setIsBusy(true);
    setProblem(null);
    try {
      const body = { allowed_domains: text.split(/[\s,]+/).filter((site) => site !== '') };
      const endpoint = embedding ? embeddedDashboardEndpoints.change : embeddedDashboardEndpoints.embed;
      const { result } = await api.callEndpoint(endpoint, { params: { id }, body });
      setText(result.allowed_domains.join('\n'));
      queryClient.setQueryData<Embedding>(embeddingKey(id), result);
      say.success(embedding ? t('Changes saved') : t('The dashboard can be embedded now'));
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal
      title={t('Embed dashboard')}
      width={800}
      onClose={onClose}
      onSubmit={() => void save()}
      foot={
        <>
          {embedding ? (
            <span className={styles.end}>
              <Button kind="danger" onClick={onEnd}>
                {t('Deactivate')}
              </Button>
            </span>
          ) : null}
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {embedding ? t('Save changes') : t('Enable embedding')}
          </Button>
        </>
      }
    >
      <DialogFields>
        <p>
          {t(
            'Pages of the sites named here may show this dashboard in a frame, to guests without an account. What a guest sees, the server of such a site says in a token: this dashboard alone, and of it the rows that the token names.',
          )}
        </p>
        <Field
          label={t('Allowed domains')}
          help={t('One on each line, like https://app.example.com. Left empty, every site may show it.')}
          error={problem}
        >
          {(ids) => <TextArea {...ids} value={text} onChange={setText} rows={3} />}
        </Field>
        {embedding ? <HowToEmbed uuid={embedding.uuid} /> : null}
      </DialogFields>
    </Modal>
  );
}

/** What the makers of the other page need to know. */
function HowToEmbed({ uuid }: { readonly uuid: string }) {
  const t = useT();
  return (
    <>
      <div>
        <h3 className={styles.heading}>{t('Name for embedding')}</h3>
        <p className={styles.name}>
          <code>{uuid}</code>
          <CopyButton text={uuid} label={t('Copy the name')} />
        </p>
      </div>
      <div>
        <h3 className={styles.heading}>{t('On the page')}</h3>
        <CodeView label={t('On the page')} code={pageCode(uuid)} />
      </div>
      <div>
        <h3 className={styles.heading}>{t('Or with React, by a component that is copied from here')}</h3>
        <CodeView label={t('With React')} code={reactCode(uuid)} />
      </div>
      <div>
        <h3 className={styles.heading}>
          {t('On its server, which asks for a token with an account that may grant it')}
        </h3>
        <CodeView label={t('On the server')} code={serverCode(uuid)} />
      </div>
    </>
  );
}

const pageCode = (uuid: string) => `import { embedDashboard } from '@superset-ui/embedded-sdk';

embedDashboard({
  id: '${uuid}',
  supersetDomain: '${window.location.origin}',
  mountPoint: document.getElementById('dashboard'),
  fetchGuestToken: async () => (await fetch('/guest-token')).text(),
  dashboardUiConfig: { hideTitle: true, filters: { expanded: false } },
});`;

const reactCode = (uuid: string) => `// curl -o EmbeddedDashboard.tsx ${window.location.origin}/embedded-react.tsx
import { EmbeddedDashboard } from './EmbeddedDashboard';

<EmbeddedDashboard
  id="${uuid}"
  server="${window.location.origin}"
  fetchGuestToken={async () => (await fetch('/guest-token')).text()}
  hideTitle
/>`;

const serverCode = (uuid: string) => `POST ${window.location.origin}${embeddedDashboardEndpoints.guestToken.path}
Authorization: Bearer …

{
  "user": { "username": "customer-7", "first_name": "Ann", "last_name": "Lee" },
  "resources": [{ "type": "dashboard", "id": "${uuid}" }],
  "rls": [{ "clause": "customer_id = 7" }]
}`;

/** Pages that show it would be empty at once. */
function EndEmbeddingModal({ onStay }: { readonly onStay: () => void }) {
  const t = useT();
  const id = useDashboard((state) => state.dashboard.id);
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const end = async () => {
    const say = sayBeside();
    setIsBusy(true);
    try {
      await api.callEndpoint(embeddedDashboardEndpoints.end, { params: { id } });
      queryClient.setQueryData<Embedding>(embeddingKey(id), null);
      say.success(t('The dashboard is not embedded any more'));
      onStay();
    } catch (error) {
      say.danger(errorText(error));
      setIsBusy(false);
    }
  };
  return (
    <Modal
      role="alertdialog"
      title={t('Deactivate embedding?')}
      onClose={onStay}
      foot={
        <>
          <Button onClick={onStay}>{t('Cancel')}</Button>
          <Button kind="danger-solid" isBusy={isBusy} onClick={() => void end()}>
            {t('Deactivate')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'Pages that show this dashboard will show nothing, at once. Embedded anew, it gets another name, which those pages have to be given.',
        )}
      </p>
    </Modal>
  );
}
