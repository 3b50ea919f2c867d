import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../../../src/authoring/mock/mockNames.ts';
import { mockDecimal, mockText } from '../../../../src/authoring/mock/mockText.ts';

const text = (coordinate: string, index = 7) => {
  const [type, field] = coordinate.split('.') as [string, string];
  return mockText({ words: wordsOf(field), typeWords: wordsOf(type), index, seed: `${coordinate}:${index}` });
};

describe('mockText', () => {
  test.each([
    ['Product.name', 'Product 7'],
    ['ProductVariant.title', 'Product variant 7'],
    ['Order.shippingMethodName', 'Shipping method 7'],
    ['Product.displayName', 'Product 7'],
    ['Metadata.key', 'key-7'],
    ['User.name', 'Katherine Johnson'],
    ['Order.customerName', 'Katherine Johnson'],
    ['User.email', 'katherine.johnson@example.com'],
    ['User.login', 'katherine-johnson'],
    ['Organization.login', 'organization-7'],
    ['Article.slug', 'article-7'],
    ['Product.thumbnailUrl', 'https://example.com/product/7.png'],
    ['Shop.websiteUrl', 'https://example.com/shop/7'],
    ['Money.currency', 'EUR'],
    ['Address.countryCode', 'PE'],
    ['CountryDisplay.code', 'PE'],
    ['Address.country', 'Peru'],
    ['Address.city', 'Lima'],
    ['Order.number', '7'],
    ['Order.createdAt', '2026-01-02T19:00:00Z'],
    ['Order.updatedAt', '2026-02-01T19:00:00Z'],
    ['Variant.sku', 'SKU-7'],
    ['Variant.material', 'Material 7'],
  ])('%s is %s', (coordinate, expected) => {
    expect(text(coordinate)).toBe(expected);
  });

  test('people of a list have different names', () => {
    const names = Array.from({ length: 50 }, (_, index) => text('User.name', index + 1));
    expect(new Set(names).size).toBe(50);
  });
});

describe('mockNumber', () => {
  test('a decimal has at most two decimals', () => {
    const texts = Array.from({ length: 500 }, (_, index) =>
      String(mockDecimal({ words: ['rating'], index, seed: `Product.rating:${index}` })),
    );
    expect(texts.filter((text) => !/^\d+(?:\.\d\d?)?$/.test(text))).toEqual([]);
  });
});
