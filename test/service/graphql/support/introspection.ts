import { getIntrospectionQuery } from 'graphql';

/** The introspection query of graphql-js with all of its options. */
export const INTROSPECTION = getIntrospectionQuery({
  inputValueDeprecation: true,
  schemaDescription: true,
  specifiedByUrl: true,
});
