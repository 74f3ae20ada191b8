import {
  Checkbox,
  classNames,
  Field,
  FieldError,
  type FieldIds,
  Tabs,
  TextArea,
  TextInput,
  textRoles,
} from '@powerset/ui';
import { useT, useWhole } from '../../i18n/index.ts';
import styles from './ConnectionFields.module.css';
import {
  type ConnectionForm,
  type DatabaseKind,
  type FormErrors,
  type ParameterField,
  shownFields,
  wideFields,
} from './connection-form.ts';
import parts from './parts.module.css';
import { SheetList } from './SheetList.tsx';

export interface FieldsProps {
  readonly kind: DatabaseKind;
  readonly form: ConnectionForm;
  readonly errors: FormErrors;
  /** There is a connection already: what it keeps secret stays where nothing is typed. */
  readonly isSaved?: boolean;
  /** The change, and the field it is about. */
  readonly onChange: (change: Partial<ConnectionForm>, field: string) => void;
}

/** Words for the fields that servers ask for; another field is called what the server calls it. */
function useFieldLabels(): Readonly<Record<string, string>> {
  const t = useT();
  return {
    host: t('Host'),
    port: t('Port'),
    database: t('Database name'),
    username: t('Username'),
    password: t('Password'),
    encryption: t('SSL'),
    // Titles that kinds of databases give their fields.
    Catalog: t('Catalog'),
    'Default catalog': t('Default catalog'),
    'Default schema': t('Default schema'),
    Project: t('Project'),
    Dataset: t('Dataset'),
    Account: t('Account'),
    Warehouse: t('Warehouse'),
    Role: t('Role'),
    'HTTP path': t('HTTP path'),
    'Access token': t('Access token'),
    Region: t('Region'),
    'Service name': t('Service name'),
    'Access key': t('Access key'),
    'Secret of the access key': t('Secret of the access key'),
    'Folder of results': t('Folder of results'),
    'Work group': t('Work group'),
    Folder: t('Folder'),
    Bucket: t('Bucket'),
    'Service account key': t('Service account key'),
    'Private key': t('Private key'),
    'Passphrase of the private key': t('Passphrase of the private key'),
    Sheets: t('Sheets'),
    Wallet: t('Wallet'),
    'Password of the wallet': t('Password of the wallet'),
    'Catalog of a DuckLake': t('Catalog of a DuckLake'),
  };
}

/** What people may not know of a field, by its title. */
function useFieldHelp(isSaved: boolean): Readonly<Record<string, string>> {
  const t = useT();
  const secrets = isSaved
    ? {
        'Service account key': t('The JSON key file of a service account. Left empty, the key that is known stays.'),
        Wallet: t('The text of ewallet.pem, for an encrypted connection. Left empty, the wallet that is known stays.'),
        'Private key': t('In PEM, where no access token is given. Left empty, the key that is known stays.'),
        'Catalog of a DuckLake': t(
          'The address, with user and password, of the database server that keeps the catalog of these files, if one does. Left empty, what is known stays.',
        ),
      }
    : {
        'Service account key': t('The JSON key file of a service account.'),
        Wallet: t('The text of ewallet.pem, for an encrypted connection.'),
        'Private key': t('In PEM, where no access token is given.'),
        'Catalog of a DuckLake': t(
          'The address, with user and password, of the database server that keeps the catalog of these files, if one does.',
        ),
      };
  return {
    ...secrets,
    Sheets: t('Each sheet becomes a table. One that is not open to everybody with its link needs a key.'),
    Catalog: t('A schema can follow: catalog/schema.'),
    Project: t('The id of the project; that of the key where it is left empty.'),
    Account: t('The identifier of the account, for example organisation-name.'),
    'Folder of results': t('Where the service writes results: s3://bucket/folder/'),
    Bucket: t('A folder inside can follow: bucket/folder.'),
    Folder: t('A folder that POWERSET_LAKE_FOLDERS opens, and what may follow inside it: sales/2024'),
    'Service name': t('For a SID write sid: before it, for example sid:ORCL.'),
    'HTTP path': t('The path of a SQL warehouse: /sql/1.0/warehouses/…'),
  };
}

interface ConnectionFieldsProps extends FieldsProps {
  readonly onMethod: (method: ConnectionForm['method']) => void;
}

/** Where the database is, by fields or by a URI. */
export function ConnectionFields({ onMethod, ...props }: ConnectionFieldsProps) {
  const { kind, form, errors, onChange } = props;
  const t = useT();
  return (
    <>
      <Field
        label={t('Display name')}
        error={errors.database_name}
        help={t('Pick a name to help you identify this database.')}
      >
        {(ids) => (
          <TextInput
            {...ids}
            value={form.name}
            required
            maxLength={250}
            onChange={(name) => onChange({ name }, 'database_name')}
          />
        )}
      </Field>
      <Tabs
        label={t('How to connect')}
        active={form.method}
        onChange={onMethod}
        items={[
          { key: 'fields', label: t('Fields') },
          { key: 'uri', label: t('URI') },
        ]}
      />
      {form.method === 'uri' ? (
        <UriField {...props} />
      ) : (
        <div className={parts.fields}>
          {shownFields(kind).map(([key]) => (
            <ParameterInput key={key} name={key} {...props} />
          ))}
        </div>
      )}
    </>
  );
}

function UriField({ kind, form, errors, onChange }: FieldsProps) {
  const t = useT();
  return (
    <Field
      label={t('SQLAlchemy URI')}
      error={errors.sqlalchemy_uri ?? errors.password}
      help={<span className={classNames(textRoles.code, styles.uri)}>{kind.sqlalchemy_uri_placeholder}</span>}
    >
      {(ids) => (
        <TextInput
          {...ids}
          className={textRoles.code}
          value={form.uri}
          required
          onChange={(uri) => onChange({ uri }, 'sqlalchemy_uri')}
        />
      )}
    </Field>
  );
}

function ParameterInput({ name, kind, form, errors, isSaved = false, onChange }: FieldsProps & { name: string }) {
  const labels = useFieldLabels();
  const helps = useFieldHelp(isSaved);
  const t = useT();
  const field = kind.parameters.properties[name];
  const value = form.parameters[name];
  if (!field) return null;
  const set = (next: string | boolean) => onChange({ parameters: { ...form.parameters, [name]: next } }, name);
  if (field.type === 'boolean') {
    return (
      <div className={parts.wide}>
        <Checkbox isChecked={value === true} onChange={set}>
          {labels[name] ? `${labels[name]}: ${t('use an encrypted connection')}` : field.description}
        </Checkbox>
        {errors[name] ? <FieldError>{errors[name]}</FieldError> : null}
      </div>
    );
  }
  const isRequired = kind.parameters.required.includes(name);
  const isAlone = Object.keys(kind.parameters.properties).length === 1;
  return (
    <div className={wideFields(kind).has(name) ? parts.wide : undefined}>
      <Field
        label={labels[field.title ?? name] ?? name}
        note={isRequired ? undefined : t('Optional')}
        error={errors[name]}
        help={helps[field.title ?? ''] ?? (isAlone ? field.description : undefined)}
      >
        {(ids) => (
          <FieldControl
            ids={ids}
            name={name}
            wrong={Object.keys(errors)}
            field={field}
            isRequired={isRequired}
            value={value}
            onChange={set}
          />
        )}
      </Field>
    </div>
  );
}

interface FieldControlProps {
  readonly ids: FieldIds;
  readonly name: string;
  readonly wrong: readonly string[];
  readonly field: ParameterField;
  readonly isRequired: boolean;
  readonly value: string | boolean | undefined;
  readonly onChange: (value: string) => void;
}

function FieldControl({ ids, name, wrong, field, isRequired, value, onChange }: FieldControlProps) {
  const whole = useWhole();
  const text = typeof value === 'string' ? value : '';
  if (field.format === 'addresses')
    return <SheetList ids={ids} name={name} wrong={wrong} value={text} onChange={onChange} />;
  if (field.format === 'secret-text') return <TextArea {...ids} isMono rows={4} value={text} onChange={onChange} />;
  const isSecret = name === 'password' || field.format === 'password';
  return (
    <TextInput
      {...ids}
      type={isSecret ? 'password' : 'text'}
      autoComplete={isSecret ? 'new-password' : 'off'}
      inputMode={field.type === 'integer' ? 'numeric' : undefined}
      required={isRequired}
      value={text}
      onChange={(typed) => onChange(field.type === 'integer' ? whole(typed) : typed)}
    />
  );
}
