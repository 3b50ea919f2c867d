// What a client does with the words that change a request or a response, typed by nothing but the OpenAPI documents.
import createClient from 'openapi-fetch';
import type { paths as V1 } from '../generated/vocabulary/everyWord.v1.openapi.ts';
import type { paths as V2 } from '../generated/vocabulary/everyWord.v2.openapi.ts';

/** Compiles only where both types are the same. */
const same =
  <One>() =>
  <Other>(value: Other & ([One] extends [Other] ? ([Other] extends [One] ? unknown : never) : never)): Other =>
    value;

export async function useEveryWord(baseUrl: string): Promise<void> {
  const v1 = createClient<V1, 'application/vnd.api+json'>({ baseUrl });
  const v2 = createClient<V2, 'application/json'>({ baseUrl });

  const { data: product } = await v1.GET('/{tenant}/products/{id}', {
    params: {
      path: { tenant: 'any', id: 1 },
      query: { expand: ['reviews', 'reviews.author'], fields: ['name', 'price.+1'] },
      header: { 'Accept-Language': 'de-AT' },
    },
  });
  same<number | undefined>()(product!.data.since);
  same<'every-word'>()(product!.meta.api);
  same<'products'>()(product!.data.type);
  same<number | undefined>()(product!.data.price?.['+1']);

  const plain = createClient<V1, 'application/json'>({ baseUrl });
  const { data: found } = await plain.GET('/search', { params: { query: { q: 'boot' } } });
  same<string | undefined>()(found!.data[0]?.['@odata.title']);

  const { data: page } = await v1.GET('/products', {
    params: { query: { sort: ['-created', 'name'], 'filter[status]': ['for-sale'], 'page[size]': 5 } },
  });
  same<'for-sale' | 'sold-out' | 'draft' | undefined>()(page!.products[0]!.attributes?.status);
  same<string | undefined>()(page!.links.next);
  same<number | undefined>()(page!.meta.total);

  const { error } = await v1.POST('/products', {
    body: { name: 'Boot', '@sku': 'AB-1234', status: 'draft', tags: [], stock: 0 },
  });
  same<string | undefined>()(error!.errors[0]!.source?.pointer);

  await v1.PATCH('/products/{id}', {
    params: { path: { id: 1 }, header: { 'If-Match': '"5"' } },
    body: { data: { type: 'products', attributes: { name: 'Shoe' }, links: {} } },
  });
  // @ts-expect-error If-Match is required.
  await v1.PATCH('/products/{id}', { params: { path: { id: 1 } }, body: { data: { attributes: { name: 'Shoe' } } } });

  // One key for all attempts: whatever becomes of a response, there is one payment.
  const key = crypto.randomUUID();
  const pay = () =>
    v1.POST('/orders/{id}/payments', {
      params: { path: { id: 1 }, header: { 'Idempotency-Key': key } },
      body: { by: { card: { number: '4111' } } },
    });
  const { response } = await pay().catch(pay);
  same<boolean>()(response.headers.get('Idempotency-Replayed') === 'true');
  // @ts-expect-error Idempotency-Key is required.
  await v1.POST('/orders/{id}/payments', { params: { path: { id: 1 } }, body: { by: { card: { number: '4111' } } } });
  await v1.POST('/products', {
    params: { header: { 'Idempotency-Key': key } },
    body: { name: 'Boot', '@sku': 'AB-1234', status: 'draft', tags: [], stock: 0 },
  });

  // A form and JSON have the same type, and so has a text; bytes are what the client makes of them.
  const review = {
    type: 'reviews',
    review: { stars: 5, text: null },
    tags: ['new'],
    by: { name: 'Ada' },
    extra: { a: [1] },
  };
  await v1.POST('/products/{productId}/reviews', {
    params: { path: { productId: 1 } },
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: review,
    bodySerializer: ({ review: { stars } }) => new URLSearchParams({ 'review[stars]': String(stars) }),
  });
  await v1.PUT('/notes/{path}', { params: { path: { path: 'a/b' } }, body: 'A note.', bodySerializer: String });
  await v1.PUT('/downloads/{path}', { params: { path: { path: 'a/b' } }, body: new Uint8Array() });
  const { data: attached } = await v1.POST('/attachments', {
    body: { title: 'Drafts', files: ['one', 'two'] },
    bodySerializer: ({ title, files }) => {
      const form = new FormData();
      form.append('title', title);
      for (const file of files) form.append('files', new Blob([file]), 'draft.txt');
      return form;
    },
  });
  same<string[]>()(attached!.data);
  // @ts-expect-error A file is required.
  await v1.POST('/attachments', { body: { title: 'Drafts' } });

  const { data: rows } = await v1.GET('/products', { headers: { accept: 'text/csv' }, parseAs: 'text' });
  same<string>()(rows!);

  const { data: viewer } = await v2.GET('/viewer');
  same<string>()(viewer!.nickName);
  same<string | null>()(viewer!.email.address);
}
