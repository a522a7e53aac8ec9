// Verifies access tokens with the issuer's public keys:
// go run verify.go ISSUER < TOKENS
package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"os"

	"github.com/golang-jwt/jwt/v4"
)

// A JSON Web Key. golang-jwt does not parse this format.
type jwk struct {
	Kid, Kty, Crv, X, Y string
}

func (k jwk) key() (interface{}, error) {
	x, err := base64.RawURLEncoding.DecodeString(k.X)
	if err != nil {
		return nil, err
	}
	if k.Kty == "OKP" && k.Crv == "Ed25519" {
		return ed25519.PublicKey(x), nil
	}
	y, err := base64.RawURLEncoding.DecodeString(k.Y)
	if err != nil {
		return nil, err
	}
	point := ecdsa.PublicKey{Curve: elliptic.P256()}
	point.X = new(big.Int).SetBytes(x)
	point.Y = new(big.Int).SetBytes(y)
	isP256 := k.Kty == "EC" && k.Crv == "P-256"
	if !isP256 || !point.Curve.IsOnCurve(point.X, point.Y) {
		return nil, errors.New("not a key of P-256")
	}
	return &point, nil
}

// Public keys by their IDs.
type keySet map[string]interface{}

// This program fetches the keys once. A server must fetch them again if a
// token names an unknown key, at most once a minute.
func fetchKeys(issuer string) (keySet, error) {
	response, err := http.Get(issuer + "/.well-known/jwks.json")
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var set struct{ Keys []jwk }
	if err := json.NewDecoder(response.Body).Decode(&set); err != nil {
		return nil, err
	}
	keys := keySet{}
	for _, each := range set.Keys {
		if key, err := each.key(); err == nil {
			keys[each.Kid] = key
		}
	}
	return keys, nil
}

func verify(text, issuer string, keys keySet) (string, error) {
	parser := jwt.Parser{ValidMethods: []string{"ES256", "EdDSA"}}
	keyOf := func(token *jwt.Token) (interface{}, error) {
		if token.Header["typ"] != "at+jwt" {
			return nil, errors.New("not an access token")
		}
		kid, _ := token.Header["kid"].(string)
		if key, found := keys[kid]; found {
			return key, nil
		}
		return nil, errors.New("unknown key")
	}
	claims := jwt.MapClaims{}
	_, err := parser.ParseWithClaims(text, claims, keyOf)
	if err != nil {
		return "", err
	}
	if !claims.VerifyIssuer(issuer, true) {
		return "", errors.New("wrong issuer")
	}
	if !claims.VerifyAudience(issuer, true) {
		return "", errors.New("wrong audience")
	}
	user, _ := claims["sub"].(string)
	return user, nil
}

func main() {
	issuer := os.Args[1]
	keys, err := fetchKeys(issuer)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for tokens := bufio.NewScanner(os.Stdin); tokens.Scan(); {
		if user, err := verify(tokens.Text(), issuer, keys); err != nil {
			fmt.Println("refused:", err)
		} else {
			fmt.Println("ok", user)
		}
	}
}
