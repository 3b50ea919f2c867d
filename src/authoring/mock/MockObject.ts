import type { Ref } from '@graphql-tools/mock';

/** An object of the mock data: its type and key, and the values of fields that are not made from both. */
export interface MockObject extends Ref {
  [field: string]: unknown;
}

export function mockObject(typeName: string, key: string, values: Readonly<Record<string, unknown>> = {}): MockObject {
  return { ...values, $ref: { typeName, key } };
}

export function isMockObject(value: unknown): value is MockObject {
  return typeof value === 'object' && value !== null && '$ref' in value;
}

/** Whether two values of a field are equal; objects are where their types and keys are. */
export function isSameValue(value: unknown, other: unknown): boolean {
  if (!isMockObject(value) || !isMockObject(other)) return value === other;
  return value.$ref.typeName === other.$ref.typeName && value.$ref.key === other.$ref.key;
}
