// A form of several parts, of an object and its schema: properties with a media type are files.

interface Schema {
  contentMediaType?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
}

export const BOUNDARY = 'boundary-of-a-test';

export function writeMultipart(value: object, { properties = {} }: Schema): string {
  const parts = Object.entries(value).flatMap(([name, property]) => {
    const { items, contentMediaType = items?.contentMediaType } = properties[name] ?? {};
    const filename = contentMediaType === undefined ? '' : '; filename="file"';
    return [property]
      .flat()
      .map((text) => `Content-Disposition: form-data; name="${name}"${filename}\r\n\r\n${String(text)}\r\n`);
  });
  return [...parts.map((part) => `--${BOUNDARY}\r\n${part}`), `--${BOUNDARY}--\r\n`].join('');
}
