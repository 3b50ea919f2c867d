import { parseDateTime } from '../conventions/parseDateTime.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The formats that are checked: whether a text is of it, and the problem of one that is not. */
const FORMATS: Readonly<Record<string, { isValid: (text: string) => boolean; message: string }>> = {
  // RFC 3339, section 5.6
  date: {
    isValid: (text) => parseDateTime(`${text}T00:00:00Z`) !== undefined,
    message: 'must be a date such as 2027-01-31',
  },
  time: {
    isValid: (text) => parseDateTime(`1970-01-01T${text}`) !== undefined,
    message: 'must be a time such as 09:30:00Z',
  },
  'date-time': {
    isValid: (text) => parseDateTime(text) !== undefined,
    message: 'must be a date and time such as 2027-01-31T09:30:00Z',
  },
  // RFC 9562, section 4
  uuid: { isValid: (text) => UUID.test(text), message: 'must be a UUID' },
  // RFC 4648, section 4
  byte: {
    isValid: (text) => text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text),
    message: 'must be base64 with padding',
  },
};

/** The check of a format of JSON Schema, which returns the problem of a text; undefined for one that is not checked. */
export function compileFormatCheck(format: string | undefined): ((text: string) => string | undefined) | undefined {
  if (format === undefined || !Object.hasOwn(FORMATS, format)) return undefined;
  const { isValid, message } = FORMATS[format]!;
  return (text) => (isValid(text) ? undefined : message);
}
