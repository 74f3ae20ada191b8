import type { ConvertedConnection, ValidateParametersBody } from '@powerset/contract';
import { type ConnectionForm, type DatabaseKind, shownFields, toBody, toInput } from './connection-form.ts';

/** What the server is asked to say in the other way; null where nothing was typed since both said the same. */
export function toConversion(kind: DatabaseKind, form: ConnectionForm): ValidateParametersBody | null {
  const { method, uri, parameters, agreed } = form;
  const isSame = method === 'uri' ? uri.trim() === '' || uri === agreed.uri : parameters === agreed.parameters;
  if (isSame) return null;
  const { engine, configuration_method, parameters: fields, sqlalchemy_uri, extra } = toBody(kind, form);
  return { engine, configuration_method, parameters: fields, sqlalchemy_uri, extra, converts: true };
}

/** The form by the other way, with what was typed carried over; as it was where that says nothing there. */
export function inOtherWay(
  kind: DatabaseKind,
  form: ConnectionForm,
  converted: ConvertedConnection | null,
): ConnectionForm {
  const method = form.method === 'uri' ? 'fields' : 'uri';
  if (!converted) return { ...form, method };
  const { sqlalchemy_uri: uri = form.uri, parameters: read, extra = form.extra } = converted;
  // Secrets that stand in no URI stay as they were typed.
  const known = shownFields(kind).filter(([name]) => read && Object.hasOwn(read, name));
  const carried = known.map(([name, field]) => [name, toInput(field, read?.[name])] as const);
  const parameters = { ...form.parameters, ...Object.fromEntries(carried) };
  return { ...form, method, uri, parameters, extra, kept: read ?? form.kept, agreed: { uri, parameters } };
}
