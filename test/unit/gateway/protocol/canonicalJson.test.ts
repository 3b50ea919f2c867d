import { expect, test } from 'vitest';
import { canonicalJson } from '../../../../src/gateway/protocol/canonicalJson.ts';

// RFC 8785, sections 3.2.2 and 3.2.3, and appendix B.
test.each([
  [
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  ],
  [
    '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}',
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","דּ":"Hebrew Letter Dalet With Dagesh"}',
  ],
  ['{"10":1,"9":2,"b":{"d":1,"c":[{"z":1,"y":2}]},"a":{}}', '{"10":1,"9":2,"a":{},"b":{"c":[{"y":2,"z":1}],"d":1}}'],
  ['{"__proto__":1,"constructor":2}', '{"__proto__":1,"constructor":2}'],
  ['[1.0,1e2,-0,9007199254740993,1e-7,1e21]', '[1,100,0,9007199254740992,1e-7,1e+21]'],
  ['[1e400,-1e400,null]', '[Infinity,-Infinity,null]'],
  ['"\\ud800"', '"\\ud800"'],
  [' true ', 'true'],
])('%s', (text, canonical) => {
  expect(canonicalJson(JSON.parse(text))).toBe(canonical);
});
