import type { Ref } from '@graphql-tools/mock';

/** An object of the mocked data: its type and key, and the values of fields that are not made from both. */
export interface MockObject extends Ref {
  [field: string]: unknown;
}

export function mockObject(typeName: string, key: string, values: Readonly<Record<string, unknown>> = {}): MockObject {
  return { ...values, $ref: { typeName, key } };
}

/** Whether a value is the object with this type and key. */
export function isMockObject(value: unknown, typeName: string, key: string): boolean {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return false;
  const { $ref } = value as MockObject;
  return $ref.typeName === typeName && $ref.key === key;
}

/** Whether two values of a field are equal; objects are where their types and keys are. */
export function isSameValue(value: unknown, other: unknown): boolean {
  if (value === other) return true;
  const reference =
    typeof other === 'object' && other !== null && '$ref' in other ? (other as MockObject).$ref : undefined;
  return reference !== undefined && isMockObject(value, reference.typeName, reference.key);
}
