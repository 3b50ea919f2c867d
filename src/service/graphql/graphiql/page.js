'use strict';
const place = document.getElementById('graphiql');
const { endpoint, introspection, workers } = JSON.parse(place.dataset.settings);
const help = document.getElementById('help');
const form = document.getElementById('token');
const [input, output] = [form.querySelector('input'), form.querySelector('output')];
let token = tokenStore.read();
let isShown = false;

async function send(operation, given = {}) {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (token !== '') headers.set('authorization', 'Bearer ' + token);
  for (const [name, value] of Object.entries(given)) headers.set(name, value);
  const response = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(operation) });
  const result = await response.json();
  // The token is expired or not valid: no further request carries it.
  if (response.status === 401) {
    token = '';
    tokenStore.write('');
    output.value = result.errors[0].message;
  }
  return result;
}

/** Uses a token if the server accepts it. */
async function accept(candidate) {
  token = candidate;
  const error = await send({ query: '{ __typename }' }).then(
    ({ errors }) => errors?.[0].message,
    ({ message }) => message,
  );
  output.value = error ?? 'The token is in use.';
  help.hidden = isShown || error === undefined;
  if (error !== undefined) return;
  tokenStore.write(token);
  show();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  accept(input.value.trim().replace(/^bearer +/i, ''));
});

self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => workers[label] };

/** GraphiQL introspects the schema as soon as it is rendered, so it is rendered when it has a token. */
function show() {
  if (isShown) return;
  isShown = true;
  YogaGraphiQL.renderYogaGraphiQL(place, {
    fetcher: (operation, { headers } = {}) => send(operation, headers),
    ...(!introspection && { schema: null }),
    defaultQuery: '# Ctrl-Enter runs this.\n{\n  __typename\n}\n',
    shouldPersistHeaders: false,
    title: 'GraphiQL',
    logo: '',
  });
}

if (token === '') help.hidden = false;
else accept(token);
