import { CheckCircleFilled, CloseOutlined, InfoCircleOutlined } from '@ant-design/icons-svg';
import { accessRequestEndpoints, type WireOwnAccessRequest } from '@powerset/contract';
import { cardSurface, classNames, Icon, IconButton, lineRoles, textRoles, UiLink } from '@powerset/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import styles from './OwnNews.module.css';

const queryKey = ['access_request', 'news'];

/** What became of one's own requests, until it is put aside. */
export function OwnNews() {
  const t = useT();
  const client = useQueryClient();
  const { data = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const query = { has_news: true };
      return (await api.callEndpoint(accessRequestEndpoints.own, { query, signal })).result;
    },
  });
  const putAside = async (id: number) => {
    client.setQueryData(queryKey, (all: typeof data | undefined) => all?.filter((one) => one.id !== id));
    // What could not be put aside is told again next time.
    await api.callEndpoint(accessRequestEndpoints.delete, { params: { id } }).catch(() => undefined);
  };
  return data.map((request) => (
    <div key={request.id} className={classNames(cardSurface, styles.news)} role="status">
      <Icon of={request.state === 'granted' ? CheckCircleFilled : InfoCircleOutlined} />
      <span className={classNames(lineRoles.grow, styles.text)}>
        <Outcome request={request} />
        {request.state === 'declined' && request.answer ? (
          <span className={classNames(textRoles.small, textRoles.muted)}> {request.answer}</span>
        ) : null}
      </span>
      <IconButton icon={CloseOutlined} size="small" label={t('Put aside')} onClick={() => void putAside(request.id)} />
    </div>
  ));
}

function Outcome({ request: { state, title, url, object, object_type: type } }: { request: WireOwnAccessRequest }) {
  const t = useT();
  const kinds = { dashboard: t('dashboard'), chart: t('chart'), dataset: t('dataset') };
  if (state === 'granted' && url)
    return (
      <>
        {t('You were let in:')} <UiLink href={url}>{title}</UiLink>
      </>
    );
  if (state === 'granted') return t('You were let in to the {{kind}} {{name}}.', { kind: kinds[type], name: object });
  return t('Your request for the {{kind}} {{name}} was declined.', { kind: kinds[type], name: object });
}
