import { isObjectType } from 'graphql';
import { foldName } from './foldName.ts';
import { leafValue } from './findKey.ts';
import { keyField, naturalKeys } from './keyFields.ts';
import type { MockContext } from './MockContext.ts';
import { isSameValue, mockObject } from './MockObject.ts';

interface Reference {
  typeName: string;
  key: string;
}

const GENERAL = ['subjectid', 'parentid', 'ownerid', 'targetid'];

/** Whether a created object is one of another: it has that as a value, or its mutation named it, as by `articleId` or `slug`. */
export function belongsTo(created: Reference, owner: Reference, context: MockContext): boolean {
  const { state, schema } = context;
  const values = Object.values(state.values(created.typeName, created.key) ?? {});
  if (values.some((value) => isSameValue(value, mockObject(owner.typeName, owner.key)))) return true;
  const type = schema.getType(owner.typeName);
  if (!isObjectType(type)) return false;
  const mentions = state.mentions(created.typeName, created.key);
  const names = [foldName(`${type.name}${keyField(type) ?? 'id'}`), ...GENERAL];
  if (names.some((name) => mentions.get(name) === owner.key)) return true;
  return naturalKeys(type).some((fieldName) => {
    const mentioned = mentions.get(foldName(fieldName));
    const leaf = context.leaf(type, fieldName);
    return mentioned !== undefined && String(leafValue({ state, leaf }, { ...owner, fieldName })) === mentioned;
  });
}
